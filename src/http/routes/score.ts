/** The scoring endpoints: read the request, call one service function, answer. */
import { z } from "@hono/zod-openapi";
import { type AppError, invalidField, invalidParameter } from "../../model/error.ts";
import { actorByBrowser } from "../../service/score/browser_actor.ts";
import { readDevice, readDomain, readEmail, readIp, readPhone } from "../../service/score/read_input.ts";
import { scoreValue } from "../../service/score/score_value.ts";
import { readSignup } from "../../service/score/read_signup.ts";
import { scoreSignup, signupBody } from "../../service/score/score_signup.ts";
import { BODY_LIMIT } from "../body.ts";
import type { AppContext } from "../context.ts";
import { endpoint, scoringContext } from "../endpoint.ts";
import { brokenEscape, emailWithPlus, phoneWithPlus } from "../raw_query.ts";
import { booleanQuery, strictnessQuery } from "../schemas/common.ts";
import { deviceBody, signupBodySchema, signupQuery } from "../schemas/score_input.ts";
import {
  deviceResult,
  domainResult,
  emailResult,
  ipResult,
  phoneResult,
  signupResult,
} from "../schemas/score.ts";

export const scoreIp = endpoint({
  method: "get",
  path: "/v1/score/ip",
  family: "scoring",
  tag: "Scoring",
  summary: "Score an IP address",
  query: z.object({
    ip: z.string().openapi({ example: "185.220.101.1", description: "IPv4 or IPv6" }),
    strictness: strictnessQuery,
  }),
  response: ipResult as z.ZodType,
  handler: (request) =>
    scoreValue(
      request.services,
      scoringContext(request, "single", request.query.strictness),
      "ip",
      readIp(request.query.ip, refuseIn(request.c, "ip")),
    ),
});

export const verifyEmail = endpoint({
  method: "get",
  path: "/v1/verify/email",
  family: "scoring",
  tag: "Scoring",
  summary: "Verify and score an e-mail address",
  query: z.object({
    email: z.string().openapi({ example: "jane.doe@gmail.com" }),
    strictness: strictnessQuery,
    wait_for_mailbox: booleanQuery.openapi({
      description: "Blocks on the mailbox probe, which takes seconds",
    }),
  }),
  response: emailResult as z.ZodType,
  handler: (request) =>
    scoreValue(request.services, scoringContext(request, "single", request.query.strictness), "email", {
      email: readEmail(emailWithPlus(request.c.req.url, request.query.email), refuseIn(request.c, "email")),
      waitForMailbox: request.query.wait_for_mailbox,
    }),
});

export const lookupPhone = endpoint({
  method: "get",
  path: "/v1/lookup/phone",
  family: "scoring",
  tag: "Scoring",
  summary: "Validate and score a phone number",
  query: z.object({
    phone: z.string().openapi({ example: "+442079460123", description: "E.164 recommended" }),
    country: z.string().optional().openapi({
      example: "GB",
      description: "ISO 3166-1 alpha-2; required for national-format numbers",
    }),
    strictness: strictnessQuery,
  }),
  response: phoneResult as z.ZodType,
  handler: (request) => {
    const { query } = request;
    const input = readPhone(phoneWithPlus(query.phone), query.country ?? null, {
      phone: refuseIn(request.c, "phone"),
      country: refuseIn(request.c, "country"),
    });
    return scoreValue(request.services, scoringContext(request, "single", query.strictness), "phone", input);
  },
});

export const scoreDomain = endpoint({
  method: "get",
  path: "/v1/score/domain",
  family: "scoring",
  tag: "Scoring",
  summary: "Score a domain",
  query: z.object({ domain: z.string().openapi({ example: "example.org" }), strictness: strictnessQuery }),
  response: domainResult as z.ZodType,
  handler: (request) =>
    scoreValue(
      request.services,
      scoringContext(request, "single", request.query.strictness),
      "domain",
      readDomain(request.query.domain, refuseIn(request.c, "domain")),
    ),
});

export const scoreDevice = endpoint({
  method: "post",
  path: "/v1/score/device",
  family: "scoring",
  tag: "Scoring",
  summary: "Score a device fingerprint",
  description:
    "POST, so that the device id stays out of logs and referrers. `signals` are used for scoring and never stored.",
  query: z.object({ strictness: strictnessQuery }),
  body: {
    schema: deviceBody,
    limit: BODY_LIMIT,
    example: {
      device_id: "9f86d081884c7d659a2feaa0c55ad015",
      ip: "203.0.113.7",
      signals: { timezone: "Europe/Berlin", timezone_offset: -60, screen: "1920x1080x24" },
      automation: { webdriver: false },
    },
  },
  response: deviceResult as z.ZodType,
  handler: (request) => {
    const { body } = request;
    const ip = (body.ip ?? "").trim();
    const address = ip === "" ? null : readIp(ip, (why) => invalidField("/ip", why));
    const strictness = body.strictness ?? request.query.strictness;
    return scoreValue(request.services, scoringContext(request, "single", strictness), "device", {
      device: readDevice(body, (why) => invalidField("/device_id", why)),
      address,
      alone: true,
    });
  },
});

export const scoreUser = endpoint({
  method: "post",
  path: "/v1/score/user",
  family: "scoring",
  tag: "Scoring",
  summary: "Score a whole signup",
  query: z.object({ strictness: strictnessQuery }),
  body: {
    schema: signupBodySchema,
    limit: BODY_LIMIT,
    example: { ip: "185.220.101.1", email: "jane@mailinator.com" },
  },
  response: signupResult as z.ZodType,
  handler: async (request) => {
    const strictness = request.body.strictness ?? request.query.strictness;
    const signup = readSignup(
      request.body,
      (field, why) => invalidField(field === "" ? "" : `/${field}`, why),
    );
    const scored = await scoreSignup(request.services, scoringContext(request, "user", strictness), signup);
    const browser = { signals: request.body.device_signals, automation: request.body.device_automation };
    const actor = actorByBrowser(request.services, scored.actor, browser, signup.ip ?? null);
    return signupBody({ ...scored, actor }, request.started);
  },
});

export const scoreUserByQuery = endpoint({
  method: "get",
  path: "/v1/score/user",
  family: "scoring",
  tag: "Scoring",
  summary: "Score a whole signup by query",
  query: signupQuery,
  response: signupResult as z.ZodType,
  handler: async (request) => {
    const { email, phone, ...query } = request.query;
    const signup = readSignup(
      {
        ...query,
        email: email === undefined ? email : emailWithPlus(request.c.req.url, email),
        phone: phone === undefined ? phone : phoneWithPlus(phone),
      },
      (field, why) => refuseIn(request.c, field === "" ? "query" : field)(why),
    );
    return signupBody(
      await scoreSignup(request.services, scoringContext(request, "user", request.query.strictness), signup),
      request.started,
    );
  },
});

/** How the error of a query parameter is made. What it complains of may be a percent escape that could not be undone. */
function refuseIn(c: AppContext, parameter: string): (why: string) => AppError {
  return (why) => invalidParameter(parameter, brokenEscape(c.req.url, parameter) ?? why);
}
