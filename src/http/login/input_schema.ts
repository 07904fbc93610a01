/** The bodies of `POST /v1/score/login` and `POST /v1/events`. `null` and `""` mean "not given". */
import { z } from "@hono/zod-openapi";
import { LOGIN_METHODS } from "../../model/login/login.ts";
import { ACCOUNT_EVENTS } from "../../model/login/takeover.ts";
import { MAX_USER_ID_CHARS } from "../../model/user_id.ts";
import { deviceAutomationSchema, deviceSignalsSchema } from "../../signals/device/schema.ts";

const text = (example: string, description: string, max = 4096) =>
  z.string().max(max).nullish().meta({ example, description });

const userId = z.string().meta({ example: "user-81225" }).describe(
  `Your own reference of the user, 1 to ${MAX_USER_ID_CHARS} printable characters. Kept as a hash`,
);

export const loginBody = z.object({
  user_id: userId,
  ip: text("203.0.113.7", "Address of the visitor, IPv4 or IPv6"),
  device_id: text("9f86d081884c7d659a2feaa0c55ad015", "Hex fingerprint from /fp.js"),
  device_signals: deviceSignalsSchema.nullish().describe(
    "Browser characteristics from /fp.js: the user agent is taken from here where `user_agent` is not given",
  ),
  device_automation: deviceAutomationSchema.nullish().describe(
    "Automation markers from /fp.js. Not used yet",
  ),
  user_agent: text(
    "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0",
    "The browser's",
    1024,
  ),
  email: text("jane@example.com", "E-mail address of the user. Not kept"),
  method: z.enum(LOGIN_METHODS).nullish().meta({ example: "password" }).describe("How the user signs in"),
  succeeded: z.boolean().nullish().meta({ example: true }).describe(
    "Whether the password, or what was asked for in its place, was right. Only log-ins that succeeded are remembered as the user's; without it, tell what became of the log-in at /v1/outcome",
  ),
  password_leaked: z.boolean().nullish().meta({ example: false }).describe(
    "What your own look-up among leaked passwords said",
  ),
  at: z.iso.datetime({ offset: true }).nullish().meta({ example: "2026-11-22T09:30:00Z" }).describe(
    "When it was, RFC 3339, for log-ins of the past: at most 180 days ago and not in the future. Absent: now",
  ),
});

export type LoginBody = z.infer<typeof loginBody>;

export const accountEventBody = z.object({
  type: z.enum(ACCOUNT_EVENTS).meta({ example: "email_changed" }).describe(
    "What the user, or somebody in their place, changed",
  ),
  user_id: userId,
  ip: text("203.0.113.7", "Address of who changed it"),
  device_id: text("9f86d081884c7d659a2feaa0c55ad015", "Hex fingerprint from /fp.js of who changed it"),
  at: z.iso.datetime({ offset: true }).nullish().meta({ example: "2026-11-22T09:30:00Z" }).describe(
    "When it was, RFC 3339: at most 180 days ago and not in the future. Absent: now",
  ),
});
