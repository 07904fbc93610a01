/** Bodies of the scoring endpoints. `null` and `""` mean "not given": webhooks send them for missing values. */
import { z } from "@hono/zod-openapi";
import { agentRequestSchema } from "../../signals/agent/schema.ts";
import { attestationSchema } from "../../signals/device/attestation.ts";
import { deviceAutomationSchema, deviceSignalsSchema } from "../../signals/device/schema.ts";
import { emailTokenSchema } from "../../signals/email/schema.ts";
import { CLAIMABLE } from "../../model/component.ts";
import { MAX_CUSTOM_CHARS, MAX_CUSTOM_FIELDS } from "../../model/facts/custom.ts";
import { isObject } from "../../model/json.ts";
import { ON_INVALID, type OnInvalid } from "../../model/invalid_component.ts";
import { MAX_EXTERNAL_ID_CHARS, MAX_USER_ID_CHARS } from "../../model/user_id.ts";
import { described, strictnessBody, strictnessQuery } from "../common_schema.ts";

const blankable = (example: string, description: string) =>
  z.string().max(4096).nullish().meta({ example, description });

const ABOUT = {
  ip: "IPv4 or IPv6",
  email: "E-mail address",
  phone: "Phone number; E.164 recommended",
  phoneCountry: "ISO 3166-1 alpha-2, for a phone number in national format",
  domain: "Domain, in Unicode or A-labels",
  deviceId: "Hex fingerprint from /fp.js",
} as const;

// A copy: a schema that was made before the OpenAPI package was loaded lacks its methods.
export const agentField = z.object(agentRequestSchema.shape).describe(
  "The inbound request as received, with its signature headers",
);

const emailTokenField = z.object(emailTokenSchema.shape).meta({
  example: {
    token: "eyJhbGciOiJFZERTQSIsInR5cCI6ImV2dCtqd3QifQ.….…~eyJhbGciOiJFZERTQSIsInR5cCI6ImtiK2p3dCJ9.….…",
    nonce: "n-0S6_WzA2Mj",
    origin: "https://app.example.com",
  },
}).describe(
  "An e-mail verification token, with which the browser proves that the person is signed in to the mailbox. What is wrong with it is told in the answer's email_token; it never fails the request",
);

const attestationField = z.object(attestationSchema.shape).meta({
  example: { kind: "play_integrity", device: "meets_device_integrity", app: "recognized" },
}).describe(
  "A proof of your app and its device that your backend has checked with the vendor's library. Kept as the facts `attestation.kind`, `attestation.device` and `attestation.app`, for your conditions and searches; not scored",
);

export const emailBody = z.object({
  email: z.string().meta({ example: "jane@example.com", description: ABOUT.email }),
  email_token: emailTokenField.nullish(),
  wait_for_mailbox: z.boolean().nullish().describe("Waits for the mailbox probe, which takes seconds"),
  strictness: strictnessBody,
});

export const deviceBody = z.object({
  device_id: z.string().meta({ example: "9f86d081884c7d659a2feaa0c55ad015" }).describe(ABOUT.deviceId),
  ip: blankable("203.0.113.7", "The address of the browser, to compare places"),
  signals: deviceSignalsSchema.nullish().describe("Browser characteristics from /fp.js"),
  automation: deviceAutomationSchema.nullish().describe("Automation markers from /fp.js"),
  strictness: strictnessBody,
});

const ABOUT_BROWSER =
  "With device_id they are part of the device component. Without device_id they classify the actor and are not billed: they add points where they show automation (bot probability 0.8 and more), and the request needs another field as well";

const MAX_TOKEN_CHARS = 256;
const ABOUT_TOKEN =
  "`device_token` of `Winnow.fingerprint()`: when, and from which network, the page loaded /fp.js, signed by this service. With it a device that claims to be a common model can be believed, and many new devices from one network are noticed. One that is old or not ours is not refused: the answer's device_token says so";

const MAX_CHALLENGE_CHARS = 4096;
const ABOUT_CHALLENGE =
  "The token (`wct_…`) of a challenge that the person passed, for the next try of the same sign-up: it counts once, within five minutes, and turns a review into an allow, never a block. One that is not good is not refused: the answer's challenge_token says why";

const ABOUT_USER_ID =
  `Your own reference of the user, 1 to ${MAX_USER_ID_CHARS} printable characters. Stored as given, not scored; find it at /v1/scores/search`;

const ABOUT_EXTERNAL_ID =
  `Who the user is at another service, for example google:110248495921238986420, 1 to ${MAX_EXTERNAL_ID_CHARS} printable characters: by it the security events of a hook of the kind ssf find the sign-up. Stored as a hash, not scored`;

const ABOUT_CUSTOM =
  `Up to ${MAX_CUSTOM_FIELDS} fields of your own (names of at most 32 small letters, digits and _, a letter first), kept as given and shown with the score as the facts \`custom.<key>\`: strings of at most ${MAX_CUSTOM_CHARS} printable characters, numbers or booleans. Not scored; conditions, searches and exports have them. No place for personal data`;
const ABOUT_REFERRAL =
  "The referral or invitation code, the same as `custom.referral`, which stands where both are sent. Sign-ups of one network with one code may belong together, and its sign-ups of the last hour are counted";

const ABOUT_VERIFIED =
  "Which of the values you have verified to be the user's, for example by a confirmed link or code. A fraud label weighs in full on these and on the address and device; anybody can give somebody else's e-mail address, phone number or domain, so on others it leads to a review at most";

const ABOUT_ON_INVALID =
  "What to do with a component that cannot be read. refuse, the default: the request is a 400. review: it is listed in components_invalid, the rest is scored, and the verdict is at least review, unless one of your allow rules decides";

const onInvalid = z.enum(ON_INVALID).openapi("OnInvalid", { description: ABOUT_ON_INVALID });

export const signupBodySchema = z.object({
  ip: blankable("185.220.101.1", ABOUT.ip),
  email: blankable("jane@mailinator.com", ABOUT.email),
  phone: blankable("+442079460123", ABOUT.phone),
  phone_country: blankable("GB", ABOUT.phoneCountry),
  domain: blankable("example.org", ABOUT.domain),
  device_id: blankable("9f86d081884c7d659a2feaa0c55ad015", ABOUT.deviceId),
  device_signals: deviceSignalsSchema.nullish().describe(
    `Browser characteristics from /fp.js. ${ABOUT_BROWSER}`,
  ),
  device_automation: deviceAutomationSchema.nullish().describe(
    `Automation markers from /fp.js. ${ABOUT_BROWSER}`,
  ),
  device_token: z.string().max(MAX_TOKEN_CHARS).nullish().meta({
    example: "2vq1kz.3pDk0sVbXJ1yQm7c.Vh9fG2Jx0aYw4bN8rT5kLm",
    description: ABOUT_TOKEN,
  }),
  challenge_token: z.string().max(MAX_CHALLENGE_CHARS).nullish().meta({
    example: "wct_AbQ3kVbXJ1yQm7cVh9fG2Jx0aYw4bN8rT5kLm",
    description: ABOUT_CHALLENGE,
  }),
  agent: agentField.nullish(),
  email_token: emailTokenField.nullish(),
  attestation: attestationField.nullish(),
  // Not a record: of those zod drops a member called __proto__, and `readCustom` refuses it.
  custom: z.unknown().optional().meta({
    type: ["object", "null"],
    maxProperties: MAX_CUSTOM_FIELDS,
    additionalProperties: {
      anyOf: [
        { type: ["string", "null"], maxLength: MAX_CUSTOM_CHARS },
        { type: "number" },
        { type: "boolean" },
      ],
    },
    example: { plan: "pro", referral: "X1" },
    description: ABOUT_CUSTOM,
  }),
  referral: z.string().nullish().meta({ example: "X1", description: ABOUT_REFERRAL }),
  user_id: z.string().nullish().meta({ example: "user-81225" }).describe(ABOUT_USER_ID),
  external_id: z.string().nullish().meta({ example: "google:110248495921238986420" }).describe(
    ABOUT_EXTERNAL_ID,
  ),
  verified: z.array(z.enum(CLAIMABLE)).max(CLAIMABLE.length).nullish().meta({
    example: ["email"],
    description: ABOUT_VERIFIED,
  }),
  strictness: strictnessBody,
  on_invalid: onInvalid.nullish().describe(ABOUT_ON_INVALID),
});

/** What of a sign-up must be valid where the rest is scored: its options. */
const signupOptions = signupBodySchema.pick({ verified: true, strictness: true, on_invalid: true });

export const signupPostQuery = z.object({ strictness: strictnessQuery, on_invalid: onInvalid.optional() });

/** Of the body, else of the query. */
export function onInvalidOf(sent: unknown, query: { readonly on_invalid?: OnInvalid | undefined }): unknown {
  return (isObject(sent) ? sent.on_invalid : null) ?? query.on_invalid ?? "refuse";
}

export function signupSchemaOf(sent: unknown, query: z.infer<typeof signupPostQuery>) {
  return onInvalidOf(sent, query) === "review" ? signupOptions : signupBodySchema;
}

export const signupQuery = z.object({
  ip: z.string().optional().meta({ example: "185.220.101.1", description: ABOUT.ip }),
  email: z.string().optional().meta({ example: "jane@mailinator.com", description: ABOUT.email }),
  ...described(z.string().optional(), {
    phone: ABOUT.phone,
    phone_country: ABOUT.phoneCountry,
    domain: ABOUT.domain,
    device_id: ABOUT.deviceId,
  }),
  device_token: z.string().max(MAX_TOKEN_CHARS).optional().describe(ABOUT_TOKEN),
  referral: z.string().optional().describe(ABOUT_REFERRAL),
  user_id: z.string().optional().describe(ABOUT_USER_ID),
  external_id: z.string().optional().describe(ABOUT_EXTERNAL_ID),
  strictness: strictnessQuery,
  on_invalid: onInvalid.optional(),
});
