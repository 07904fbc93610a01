/** The scoring endpoints: each reads its request and calls one service function. */
import { z } from "@hono/zod-openapi";
import { invalidField, invalidParameter } from "../../model/error.ts";
import type { Strictness } from "../../model/verdict.ts";
import { factsJson } from "../../service/facts/facts_body.ts";
import { scoreDomain } from "../../service/score/score_domain.ts";
import { scoreValue } from "../../service/score/score_value.ts";
import { readSignup, readSignupForReview } from "../../service/score/read_signup.ts";
import { scoreSignup, type Signup, signupBody, type SignupScore } from "../../service/score/score_signup.ts";
import type { Refuse, ValueReader } from "../../service/score/value_reader.ts";
import { readEmailTokenClaim } from "../../signals/email/schema.ts";
import { parseDevice } from "../../signals/device/parse.ts";
import { BODY_LIMIT } from "../body.ts";
import type { AppContext } from "../context.ts";
import { type Endpoint, endpoint, scoringContext, type ValidRequest } from "../endpoint.ts";
import { brokenEscape, emailWithPlus, phoneWithPlus } from "../raw_query.ts";
import { notScored } from "../respond.ts";
import { booleanQuery, strictnessQuery } from "../common_schema.ts";
import {
  deviceBody,
  emailBody,
  onInvalidOf,
  signupBodySchema,
  signupPostQuery,
  signupQuery,
  signupSchemaOf,
} from "./input_schema.ts";
import { signupResult } from "./schema.ts";
import { deviceResult } from "./signals/device.ts";
import { domainEndpointResult } from "./signals/domain.ts";
import { emailResult } from "./signals/email.ts";
import { ipResult } from "./signals/ip.ts";
import { phoneResult } from "./signals/phone.ts";
import { helpUrl } from "../agents/help.ts";
import { challengeBody } from "../challenge/address.ts";
import { appealBody } from "../appeals/address.ts";
import { unknownFields } from "./unknown_fields.ts";

const SCORING = { family: "scoring", action: "scores.score", tag: "Scoring" } as const;

const ipEndpoint = endpoint({
  method: "get",
  path: "/v1/score/ip",
  ...SCORING,
  summary: "Score an IP address",
  description:
    "Tells whether the address is an exit of a VPN, proxy or Tor or belongs to a datacenter, where it is, and what was reported about it. One lookup.",
  query: z.object({
    ip: z.string().meta({ example: "185.220.101.1", description: "IPv4 or IPv6" }),
    strictness: strictnessQuery,
  }),
  response: ipResult,
  handler: (request) => scoreParameter(request, "ip", request.query.ip),
});

const emailEndpoint = endpoint({
  method: "get",
  path: "/v1/verify/email",
  ...SCORING,
  summary: "Verify and score an e-mail address",
  description:
    "Checks syntax, domain, mail servers and reputation. The mailbox is asked in the background: a later request has the answer, or this one with `wait_for_mailbox`. One lookup.",
  query: z.object({
    email: z.string().meta({ example: "jane@mailinator.com", description: "E-mail address" }),
    strictness: strictnessQuery,
    wait_for_mailbox: booleanQuery.describe("Waits for the mailbox probe, which takes seconds"),
  }),
  response: emailResult,
  exampleParts: { risk_score: 78, verdict: "block" },
  handler: (request) => {
    const { email, wait_for_mailbox: waitForMailbox } = request.query;
    return scoreParameter(request, "email", emailWithPlus(request.c.req.url, email), { waitForMailbox });
  },
});

const emailPostEndpoint = endpoint({
  method: "post",
  path: "/v1/verify/email",
  ...SCORING,
  summary: "Verify an e-mail address with its token",
  idempotent: true,
  description:
    "As the GET, for addresses that should not appear in logs and for e-mail verification tokens, which are too long for a query. One lookup.",
  query: z.object({ strictness: strictnessQuery }),
  body: {
    schema: emailBody,
    limit: BODY_LIMIT,
    example: { email: "jane@example.com" },
  },
  response: emailResult,
  exampleParts: { risk_score: 78, verdict: "block" },
  handler: async (request) => {
    const { body, services } = request;
    const input = services.valueReader.read("email", body.email, (why) => invalidField("/email", why), {
      waitForMailbox: body.wait_for_mailbox ?? false,
      emailToken: readEmailTokenClaim(body.email_token),
    });
    const strictness = body.strictness ?? request.query.strictness;
    return await scoreValue(services, scoringContext(request, "single", strictness), "email", input);
  },
});

const phoneEndpoint = endpoint({
  method: "get",
  path: "/v1/lookup/phone",
  ...SCORING,
  summary: "Validate and score a phone number",
  description:
    "Reads the number by its numbering plan; nobody is called. A number that needs a country and has none is answered with `country_required` and not billed, any other is one lookup.",
  query: z.object({
    phone: z.string().meta({ example: "+442079460123", description: "E.164 recommended" }),
    country: z.string().optional().meta({ example: "GB" }).describe(
      "ISO 3166-1 alpha-2; required for national-format numbers",
    ),
    strictness: strictnessQuery,
  }),
  response: phoneResult,
  exampleParts: { risk_score: 85, verdict: "block" },
  handler: (request) => {
    const { phone, country } = request.query;
    return scoreParameter(request, "phone", phoneWithPlus(phone), { country });
  },
});

const domainEndpoint = endpoint({
  method: "get",
  path: "/v1/score/domain",
  ...SCORING,
  summary: "Score a domain",
  description: "Checks DNS, registration, imitation of other names and reputation. One lookup.",
  query: z.object({
    domain: z.string().meta({ example: "example.org", description: "In Unicode or A-labels" }),
    strictness: strictnessQuery,
  }),
  response: domainEndpointResult,
  exampleParts: { risk_score: 90, verdict: "block" },
  handler: async (request) => {
    const { c, services, query } = request;
    const input = services.valueReader.read("domain", query.domain, parameterError(c, "domain"));
    if (c.env.head === true) return notScored(c);
    return await scoreDomain(services, scoringContext(request, "single", query.strictness), input);
  },
});

const deviceEndpoint = endpoint({
  method: "post",
  path: "/v1/score/device",
  ...SCORING,
  summary: "Score a device fingerprint",
  idempotent: true,
  description:
    "A POST, so that the device id stays out of logs and referrers. Of `signals` the score keeps facts (browser, system, time zone, first language); the rest is never stored.",
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
  response: deviceResult,
  exampleParts: { times_seen: 1, risk_score: 0 },
  handler: (request) => {
    const { body, services } = request;
    const ip = (body.ip ?? "").trim();
    const address = ip === "" ? null : services.valueReader.read("ip", ip, (why) => invalidField("/ip", why));
    const strictness = body.strictness ?? request.query.strictness;
    return scoreValue(services, scoringContext(request, "single", strictness), "device", {
      device: parseDevice(body, (why) => invalidField("/device_id", why)),
      address,
      addressRulesApply: true,
    });
  },
});

const SIGNUP = {
  risk_score: 77,
  verdict: "block",
  summary:
    "High risk (77): e-mail address: disposable e-mail domain; IP address: datacenter address (Stiftung Erneuerbare Freiheit (Tor relays)).",
  customer_reason: "email_temporary",
  components: { ip: {}, email: { risk_score: 78, verdict: "block" } },
  components_checked: ["ip", "email"],
  top_signals: [
    "email: disposable e-mail domain",
    "ip: datacenter address (Stiftung Erneuerbare Freiheit (Tor relays))",
  ],
} as const;

const signupEndpoint = endpoint({
  method: "post",
  path: "/v1/score/user",
  ...SCORING,
  summary: "Score a sign-up",
  description:
    "Scores every value that is sent, combines them into one score, and shows how the sign-up relates to earlier ones. One lookup for each component checked.",
  idempotent: true,
  query: signupPostQuery,
  body: {
    schema: signupBodySchema,
    schemaOf: signupSchemaOf,
    limit: BODY_LIMIT,
    example: { ip: "185.220.101.1", email: "jane@mailinator.com" },
  },
  response: signupResult,
  exampleParts: SIGNUP,
  handler: (request) => {
    const strictness = request.body.strictness ?? request.query.strictness;
    const { valueReader } = request.services;
    const refuse = (field: string, why: string) => invalidField(field === "" ? "" : `/${field}`, why);
    // A body in which anything may be of any type is still an object: its options passed their schema.
    const signup = onInvalidOf(request.body, request.query) === "review"
      ? readSignupForReview(
        valueReader,
        request.sent as Readonly<Record<string, unknown>>,
        refuse,
        request.body,
      )
      : readSignup(valueReader, request.body, refuse);
    return scoredSignup(request, signup, strictness, SIGNUP_FIELDS);
  },
});

const signupByQueryEndpoint = endpoint({
  method: "get",
  path: "/v1/score/user",
  ...SCORING,
  summary: "Score a sign-up by query",
  description:
    "As the POST, for values that may appear in logs. In a query, write the + of a phone number as `%2B`. One lookup for each component checked.",
  query: signupQuery,
  response: signupResult,
  exampleParts: SIGNUP,
  handler: (request) => {
    const { email, phone, ...query } = request.query;
    const fields = {
      ...query,
      email: email === undefined ? email : emailWithPlus(request.c.req.url, email),
      phone: phone === undefined ? phone : phoneWithPlus(phone),
    };
    const read = query.on_invalid === "review" ? readSignupForReview : readSignup;
    const signup = read(
      request.services.valueReader,
      fields,
      (field, why) => parameterError(request.c, field === "" ? "query" : field)(why, "value"),
    );
    return scoredSignup(request, signup, request.query.strictness, SIGNUP_PARAMETERS);
  },
});

const SIGNUP_FIELDS: ReadonlySet<string> = new Set(Object.keys(signupBodySchema.shape));
const SIGNUP_PARAMETERS: ReadonlySet<string> = new Set(Object.keys(signupQuery.shape));

async function scoredSignup(
  request: ValidRequest,
  signup: Signup,
  strictness: Strictness | null,
  fields: ReadonlySet<string>,
) {
  if (request.c.env.head === true) return notScored(request.c);
  const context = scoringContext(request, "user", strictness);
  const warnings = unknownFields(request.sent, fields);
  const bodyOf = (result: SignupScore) => {
    const body = withLinks(request, result);
    return warnings.length === 0 ? body : { ...body, warnings };
  };
  return factsJson(bodyOf(await scoreSignup(request.services, context, signup, bodyOf)));
}

function withLinks(request: ValidRequest, result: SignupScore) {
  const { agent, ...body } = signupBody(result, request.started);
  const { appeal, challenge } = result;
  const rest = {
    ...body,
    ...(challenge === undefined ? {} : { challenge: challengeBody(request, challenge) }),
    ...(appeal === undefined ? {} : { appeal: appealBody(request, appeal) }),
  };
  if (agent === undefined) return rest;
  const id = body.request_id;
  const help_url = agent.decision === "allow" ? null : helpUrl(request, agent.signature_reason, id);
  return { ...rest, agent: { ...agent, help_url } };
}

type ReadParameters = Parameters<ValueReader["read"]>;

/** Scores the value of the query parameter that is named as its kind. */
async function scoreParameter<K extends ReadParameters[0]>(
  request: ValidRequest<{ strictness: Strictness | null }>,
  kind: K,
  text: string,
  options?: ReadParameters[3],
) {
  const { c, services, query } = request;
  const input = services.valueReader.read(kind, text, parameterError(c, kind), options);
  if (c.env.head === true) return notScored(c);
  return await scoreValue(services, scoringContext(request, "single", query.strictness), kind, input);
}

/** Makes the error of a query parameter. Its cause may be a percent escape that could not be decoded. */
function parameterError(c: AppContext, parameter: string): Refuse {
  return (why, field) => {
    const name = field === "country" ? "country" : parameter;
    return invalidParameter(name, brokenEscape(c.req.url, name) ?? why);
  };
}

export const scoreEndpoints: readonly Endpoint[] = [
  ipEndpoint,
  emailEndpoint,
  emailPostEndpoint,
  phoneEndpoint,
  domainEndpoint,
  signupEndpoint,
  signupByQueryEndpoint,
  deviceEndpoint,
];
