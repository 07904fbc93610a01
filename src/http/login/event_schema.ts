/** Schemas of the events about log-ins. */
import { z } from "@hono/zod-openapi";
import { LOGIN_METHODS, SUGGESTIONS } from "../../model/login/login.ts";
import { NOTICE_ANSWERS } from "../../model/login/notice.ts";
import { TAKEOVER_CAUSES } from "../../model/login/takeover.ts";
import { decidingRule, moment, requestId, score, text } from "../common_schema.ts";
import { event, EXAMPLE_REQUEST_ID } from "../openapi/event.ts";
import { deviceState, findings, networkState, notice } from "./result_schema.ts";

const userId = z.string().describe("Your own reference of the user, as you sent it");
const place = {
  country: text.describe("ISO 3166 code of the country that it came from; null: unknown"),
  browser: text.describe("Its browser with the version; null: unknown"),
  os: text.describe("Its system; null: unknown"),
};

const suspicious = z.object({
  request_id: requestId.describe("The log-in, for /v1/outcome"),
  user_id: userId,
  at: moment.describe("RFC 3339: when it was"),
  suggest: z.enum(SUGGESTIONS).exclude(["allow"]).describe("What you were told to do"),
  risk_score: score,
  succeeded: z.literal(true).nullable().describe("As you sent it; null: you did not say"),
  method: z.enum(LOGIN_METHODS).nullable().describe("As you sent it"),
  ...place,
  device: deviceState,
  network: networkState,
  findings,
  rule_applied: z.object({
    id: z.string().describe("The id of the rule"),
    action: decidingRule.shape.action,
    kind: decidingRule.shape.kind,
  }).nullable().describe("Your rule that decided, without its value; null: none did"),
  notice,
});

const takeover = z.object({
  user_id: userId,
  cause: z.enum(TAKEOVER_CAUSES).describe(
    "What showed it: the change after a log-in with a new device, or `not_me`: the user said so with the link of a notice",
  ),
  at: moment.describe("RFC 3339: when that was"),
  login_at: moment.describe("RFC 3339: when the log-in was that it began with, to the second"),
  request_id: requestId.nullable().describe("That log-in; null where only its time is known"),
  ...place,
});

const attack = z.object({
  seen_at: moment.describe("When the first sign of it was seen"),
});

const [ME, NOT_ME] = NOTICE_ANSWERS.map((answer) => `https://winnow.example/login-notice/${answer}2vQ8m1xK`);
const MAIL = {
  subject: "New log-in to your account",
  text:
    `Somebody logged in to your account in a way that is unusual for it.\n\nCountry: Brazil\n\nThis was me:\n${ME}?lang=en\n\nThis was not me:\n${NOT_ME}?lang=en\n`,
};
const PLACE = { country: "BR", browser: "Firefox 144", os: "Linux" } as const;

export const LOGIN_EVENTS = {
  "login.suspicious": event(
    "login.suspicious",
    "LoginSuspiciousEvent",
    "A log-in that did not fail differs from what the user does: with what to tell them",
    suspicious,
    {
      request_id: EXAMPLE_REQUEST_ID,
      user_id: "user-1042",
      at: "2026-11-22T10:15:30.000Z",
      suggest: "notify",
      risk_score: 40,
      succeeded: true,
      method: "password",
      ...PLACE,
      device: "new",
      network: "new_country",
      findings: [
        {
          name: "new_country_and_device",
          points: 25,
          text: "a new device in a country that this user never was in",
        },
        { name: "new_device", points: 15, text: "a device that this user never used" },
      ],
      rule_applied: null,
      notice: {
        me: ME!,
        not_me: NOT_ME!,
        expires_at: "2026-11-29T10:15:30.000Z",
        mail: { en: MAIL, de: MAIL, fr: MAIL, es: MAIL, pt: MAIL },
      },
    },
  ),
  "login.takeover": event(
    "login.takeover",
    "LoginTakeoverEvent",
    "A user's account was taken over, or is being taken over",
    takeover,
    {
      user_id: "user-1042",
      cause: "email_changed",
      at: "2026-11-22T10:41:02.000Z",
      login_at: "2026-11-22T10:15:30.000Z",
      request_id: null,
      ...PLACE,
    },
  ),
  "login.attack": event(
    "login.attack",
    "LoginAttackEvent",
    "Far more strange log-ins fail than usual",
    attack,
    { seen_at: "2026-11-22T10:00:00.000Z" },
  ),
} as const;
