/** The answers of `POST /v1/score/login` and `POST /v1/events`. */
import { z } from "@hono/zod-openapi";
import { SUGGESTIONS } from "../../model/login/login.ts";
import { ACCOUNT_EVENTS } from "../../model/login/takeover.ts";
import { LOGIN_FINDINGS } from "../../service/login/score_login.ts";
import { envelope, moment, score, tail, timestamp, topSignals, verdict } from "../common_schema.ts";

const mail = z.object({
  subject: z.string().meta({ example: "New log-in to your account" }).describe("Of the mail"),
  text: z.string().meta({ example: "Somebody logged in to your account …" }).describe(
    "Plain text, with when, from which country and with which browser, and both links",
  ),
});

const linkTo = (path: string) => z.url().meta({ example: `https://winnow.example/login-notice/${path}` });

export const notice = z.object({
  me: linkTo("2vQ8m1xK").describe(
    "The page for the user: it was them (`owner_confirmed`). Opening it does nothing, its button does; `?lang=de` chooses a language",
  ),
  not_me: linkTo("9bT3r7wL").describe(
    "The other page: it was not them (`takeover`). One of the two acts, once",
  ),
  expires_at: moment.describe(
    "RFC 3339: until when the links act, seven days after the log-in was asked about",
  ),
  mail: z.object({
    en: mail.describe("In English"),
    de: mail.describe("In German"),
    fr: mail.describe("In French"),
    es: mail.describe("In Spanish"),
    pt: mail.describe("In Portuguese"),
  }).describe("A mail in each language"),
}).openapi("LoginNotice", { description: "What to tell a user of a log-in" });

export const findings = z.array(z.object({
  name: z.enum(LOGIN_FINDINGS).describe("Of the finding"),
  points: z.number().meta({ example: 15 }).describe("Its share of the score, in points"),
  text: z.string().meta({ example: "a device that this user never used" }).describe("For people"),
})).describe("What speaks against it, strongest first; their points add up");

export const deviceState = z.enum(["new", "known", "unknown"]).describe(
  "Whether the user logged in with the device before; unknown: neither a device nor a browser was sent",
);
export const networkState = z.enum(["known", "new_address", "new_network", "new_country", "unknown"])
  .describe(
    "Whether the user logged in from there before: the network itself, another one of the same operator, of the same country, or a new country",
  );

export const loginResult = z.object({
  user_id: z.string().meta({ example: "user-81225" }).describe("As sent"),
  account: z.object({
    known_since: timestamp.describe("The first log-in of the user that is remembered; null: there is none"),
    logins: z.int().meta({ example: 57 }).describe("Number of log-ins of the user before this one"),
    device: deviceState,
    network: networkState,
    travel_kmh: z.number().nullable().meta({ example: 0 }).describe(
      "How fast somebody would have travelled since the last log-in, between countries; null: a place is unknown",
    ),
    last_login: moment.nullable().describe("Null: there is none"),
    failures_10m: z.int().nullable().meta({ example: 0 }).describe(
      "Number of failed log-ins of the user in the ten minutes before this one; null: it could not be read in time",
    ),
    suggest: z.enum(SUGGESTIONS).describe(
      "What to do: `allow`; `notify`: let the user in and tell them; `step_up`: ask for a second factor; `deny`",
    ),
  }).describe("The user's earlier log-ins, and what to do with this one"),
  site: z.object({
    attack: z.boolean().nullable().describe(
      "Whether far more strange log-ins fail than usual, on your whole site; null: it could not be read in time",
    ),
    users_failing_here: z.int().nullable().meta({ example: 0 }).describe(
      "Number of users with a failed log-in from this address in ten minutes; null without an address, or when it could not be read in time",
    ),
  }).describe("What happens around this log-in"),
  notice: notice.nullable().describe(
    "What to tell the user of a log-in whose suggestion is not `allow` and that did not fail; the same is in the event `login.suspicious`, so mail one of the two. Null: nothing, or they were told three times in this hour or five times today",
  ),
  findings,
  trust: z.array(z.object({
    name: z.string().meta({ example: "confirmed_device" }).describe("Of the fact"),
    factor: z.number().meta({ example: 0.5 }).describe("Share of the sum that is left"),
    text: z.string().meta({ example: "a device that was confirmed before" }).describe("For people"),
  })).describe("What speaks for it"),
  top_signals: topSignals.meta({ example: ["login: a device that this user never used"] }),
  summary: z.string().meta({ example: "Let the user in (15): a device that this user never used." })
    .describe(
      "One sentence",
    ),
  risk_score: score,
  verdict: verdict.describe("allow for allow and notify, review for step_up, block for deny"),
  rule_applied: envelope.rule_applied,
  ...tail,
}).openapi("LoginResult", { description: "How a log-in differs from the user's earlier ones" });

export const accountEventResult = z.object({
  type: z.enum(ACCOUNT_EVENTS).describe("As sent"),
  user_id: z.string().meta({ example: "user-81225" }).describe("As sent"),
  takeover: z.boolean().nullable().meta({ example: true }).describe(
    "Whether the user counts as taken over now, by this event or before; null: none of their log-ins is known",
  ),
  ...tail,
}).openapi("AccountEventResult", { description: "What an event of an account means" });
