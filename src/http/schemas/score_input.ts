/** Bodies of the scoring endpoints. `null` and `""` mean "not given": webhooks send them for missing values. */
import { z } from "@hono/zod-openapi";
import { deviceAutomationSchema, deviceSignalsSchema } from "../../signals/device/schema.ts";
import { MAX_USER_ID_CHARS } from "../../model/signup/user_id.ts";
import { described, strictnessBody, strictnessQuery } from "./common.ts";

const blankable = (example: string, description: string) =>
  z.string().max(4096).nullish().openapi({ type: "string", example, description });

const ABOUT = {
  ip: "IPv4 or IPv6",
  email: "E-mail address",
  phone: "Phone number; E.164 recommended",
  phoneCountry: "ISO 3166-1 alpha-2, for a phone number in national format",
  domain: "Domain, in Unicode or A-labels",
  deviceId: "Hex fingerprint from /fp.js",
} as const;

export const agentField = z.object({
  method: z.string().max(64).nullish().transform((method) => method ?? undefined).openapi({
    description: "HTTP method; GET when not given",
  }),
  url: z.string().max(16_384).describe("The public URL that the agent requested"),
  headers: z.record(z.string(), z.string()).describe("The headers of the request by name"),
}).openapi({ description: "The inbound request as received, with its signature headers" });

export const deviceBody = z.object({
  device_id: z.string().openapi({
    example: "9f86d081884c7d659a2feaa0c55ad015",
    description: ABOUT.deviceId,
  }),
  ip: blankable("203.0.113.7", "The address of the browser, to compare places"),
  signals: deviceSignalsSchema.nullish().describe("Browser characteristics from /fp.js"),
  automation: deviceAutomationSchema.nullish().describe("Automation markers from /fp.js"),
  strictness: strictnessBody,
});

const ABOUT_BROWSER =
  "With device_id they are part of the device component. Without device_id they only classify the actor: they are not scored or billed, and the request needs another field as well";

const ABOUT_USER_ID =
  `Your own reference of the user, 1 to ${MAX_USER_ID_CHARS} printable characters. Stored as given, not scored; find it at /v1/scores/search`;

export const signupBodySchema = z.object({
  ip: blankable("185.220.101.1", ABOUT.ip),
  email: blankable("jane@mailinator.com", ABOUT.email),
  phone: blankable("+442079460123", ABOUT.phone),
  phone_country: blankable("GB", ABOUT.phoneCountry),
  domain: blankable("example.org", ABOUT.domain),
  device_id: blankable("9f86d081884c7d659a2feaa0c55ad015", ABOUT.deviceId),
  device_signals: deviceSignalsSchema.nullish().openapi({
    description: `Browser characteristics from /fp.js. ${ABOUT_BROWSER}`,
  }),
  device_automation: deviceAutomationSchema.nullish().openapi({
    description: `Automation markers from /fp.js. ${ABOUT_BROWSER}`,
  }),
  agent: agentField.nullish(),
  user_id: z.string().nullish().openapi({
    type: "string",
    example: "user-81225",
    description: ABOUT_USER_ID,
  }),
  strictness: strictnessBody,
});

export const signupQuery = z.object({
  ip: z.string().optional().openapi({ example: "185.220.101.1", description: ABOUT.ip }),
  email: z.string().optional().openapi({ example: "jane@mailinator.com", description: ABOUT.email }),
  ...described(z.string().optional(), {
    phone: ABOUT.phone,
    phone_country: ABOUT.phoneCountry,
    domain: ABOUT.domain,
    device_id: ABOUT.deviceId,
  }),
  user_id: z.string().optional().openapi({ description: ABOUT_USER_ID }),
  strictness: strictnessQuery,
});
