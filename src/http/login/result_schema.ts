/** The answer of `POST /v1/score/login`. */
import { z } from "@hono/zod-openapi";
import { SUGGESTIONS } from "../../model/login/login.ts";
import { LOGIN_FINDINGS } from "../../service/login/score_login.ts";
import { envelope, moment, score, tail, timestamp, topSignals, verdict } from "../common_schema.ts";

export const loginResult = z.object({
  user_id: z.string().openapi({ example: "user-81225" }).describe("As sent"),
  account: z.object({
    known_since: timestamp.describe("The first log-in of the user that is remembered; null: there is none"),
    logins: z.int().openapi({ example: 57 }).describe("Number of log-ins of the user before this one"),
    device: z.enum(["new", "known", "unknown"]).describe(
      "Whether the user logged in with the device before; unknown: neither a device nor a browser was sent",
    ),
    network: z.enum(["known", "new_address", "new_network", "new_country", "unknown"]).describe(
      "Whether the user logged in from there before: the network itself, another one of the same operator, of the same country, or a new country",
    ),
    travel_kmh: z.number().nullable().openapi({ example: 0 }).describe(
      "How fast somebody would have travelled since the last log-in, between countries; null: a place is unknown",
    ),
    last_login: moment.nullable().describe("Null: there is none"),
    failures_10m: z.int().nullable().openapi({ example: 0 }).describe(
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
    users_failing_here: z.int().nullable().openapi({ example: 0 }).describe(
      "Number of users with a failed log-in from this address in ten minutes; null without an address, or when it could not be read in time",
    ),
  }).describe("What happens around this log-in"),
  findings: z.array(z.object({
    name: z.enum(LOGIN_FINDINGS).describe("Of the finding"),
    points: z.number().openapi({ example: 15 }).describe("Its share of the score, in points"),
    text: z.string().openapi({ example: "a device that this user never used" }).describe("For people"),
  })).describe("What speaks against it, strongest first; their points add up"),
  trust: z.array(z.object({
    name: z.string().openapi({ example: "confirmed_device" }).describe("Of the fact"),
    factor: z.number().openapi({ example: 0.5 }).describe("Share of the sum that is left"),
    text: z.string().openapi({ example: "a device that was confirmed before" }).describe("For people"),
  })).describe("What speaks for it"),
  top_signals: topSignals.openapi({ example: ["login: a device that this user never used"] }),
  summary: z.string().openapi({ example: "Let the user in (15): a device that this user never used." })
    .describe(
      "One sentence",
    ),
  risk_score: score,
  verdict: verdict.describe("allow for allow and notify, review for step_up, block for deny"),
  rule_applied: envelope.rule_applied,
  ...tail,
}).openapi("LoginResult", { description: "How a log-in differs from the user's earlier ones" });
