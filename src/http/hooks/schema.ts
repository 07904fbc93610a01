/** Schemas of `/v1/hooks`. */
import { z } from "@hono/zod-openapi";
import {
  HOOK_KINDS,
  HOOK_MODES,
  HOOK_RESULTS,
  MAX_EVENT_TYPE_LENGTH,
  MAX_EVENT_TYPES,
  MAX_POINTER_LENGTH,
  WHEN_UNSURE,
} from "../../model/endpoints/hook.ts";
import { EVENT_ERRORS } from "../../model/endpoints/security_event.ts";
import {
  MAX_AUDIENCES,
  MAX_AUTHORIZATION_CHARS,
  MAX_PREFIX_CHARS,
  MAX_SOURCE_CHARS,
} from "../../service/hooks/ssf/event_source.ts";
import { described, moment, tail, text, timestamp } from "../common_schema.ts";

export const hookId = z.string().meta({ example: "hook_pB0cXl3nS9yQ5m1kR7wTzA" }).describe(
  "Names the hook; its address ends with it",
);

const kind = z.enum(HOOK_KINDS).describe(
  "`supabase`: Supabase Auth asks before it creates a user, and is answered. `svix`, `standard_webhooks`: events of users that were created (Clerk, Resend and others). `supabase_send_sms`, `supabase_send_email`: stand in the place of Supabase's hooks of that name; what may be sent is passed on to `forward_url`, what may not is refused. `ssf`: security events of accounts elsewhere (Shared Signals, RFC 8935), as Google's Cross-Account Protection sends them",
);
const mode = z.enum(HOOK_MODES).describe(
  "`observe`: the verdict is recorded, and everybody passes. `enforce`: who is refused does not pass",
);
const whenUnsure = z.enum(WHEN_UNSURE).describe(
  "What becomes, in mode enforce, of a sign-up with the verdict review, and of one that could not be scored: too slow, account paused. Not of one that could not be read: it is refused. When the quota is used up local data decides",
);
const secret = z.string().max(200).nullish().meta({
  description:
    "`whsec_…` or `v1,whsec_…`, with 24 to 64 bytes; asymmetric secrets (`v1a`) are refused. Without one, a new hook gets one",
  example: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
});

const PLACES = {
  ip: "Where the client's address is",
  email: "Where the e-mail address is",
  phone: "Where the phone number is",
  user_id: "Where your id of the user is",
};
const pointers = z.strictObject(described(z.string().max(MAX_POINTER_LENGTH).nullish(), PLACES)).nullish()
  .meta({
    description:
      "Where a message has these values, as JSON Pointers (RFC 6901). A field without one is looked for where Clerk has it, then in `data`",
    example: { email: "/data/email", user_id: "/data/id" },
  });
const types = z.array(z.string().min(1).max(MAX_EVENT_TYPE_LENGTH)).max(MAX_EVENT_TYPES).nullish().meta({
  description: "The types of events that are scored; others are acknowledged and ignored. Empty: all",
  example: ["user.created"],
});

const forwardUrl = z.string().nullish().meta({ example: "https://shop.example.com/send-sms" }).describe(
  "Of the kinds that send: what sends the message. It gets each message as it was, signed with the secret of the hook",
);

const EVENTS = {
  issuer: z.string().max(MAX_SOURCE_CHARS).nullish().meta({ example: "https://accounts.google.com/" })
    .describe("Of the kind `ssf`, as the next four: `iss` of its tokens, exactly"),
  audience: z.union([
    z.string().max(MAX_SOURCE_CHARS),
    z.array(z.string().max(MAX_SOURCE_CHARS)).max(MAX_AUDIENCES),
  ]).nullish().meta({ example: ["1234.apps.googleusercontent.com"] }).describe(
    "`aud` of its tokens names one of these. For Google: your OAuth client ids",
  ),
  jwks_uri: z.string().max(MAX_SOURCE_CHARS).nullish().meta({
    example: "https://www.googleapis.com/oauth2/v3/certs",
  }).describe("Where the issuer publishes its keys"),
  authorization: z.string().max(MAX_AUTHORIZATION_CHARS).nullish().meta({ example: "Bearer 8f2c…" })
    .describe(
      "The Authorization header that tokens must come with, as you give it to the sender; null or empty: they need none. Kept encrypted and never shown",
    ),
  external_id_prefix: z.string().max(MAX_PREFIX_CHARS).nullish().meta({ example: "google:" }).describe(
    "`external_id` of a sign-up is this and the subject's `sub`",
  ),
};

export const hookBodySchema = z.object({
  kind,
  mode: mode.optional(),
  when_unsure: whenUnsure.optional(),
  secret,
  pointers,
  types,
  forward_url: forwardUrl,
  ...EVENTS,
});

export const hookChangeSchema = z.object({
  mode: mode.optional(),
  when_unsure: whenUnsure.optional(),
  secret,
  rotate: z.boolean().optional().describe("Makes a new secret, which the response shows once"),
  pointers,
  types,
  forward_url: forwardUrl,
  ...EVENTS,
});

const use = z.object({
  ...described(z.int().min(0), {
    allow: "Number of messages with the verdict allow",
    review: "Number of messages with the verdict review",
    block: "Number of messages with the verdict block",
    ignored: "Number of events of other types, or with nothing to score",
    failed: "Number of messages that could not be scored",
    matched: "Number of tokens with security events of an account that signed up or logs in",
    unmatched: "Number of tokens with security events of an account that is not known",
    received: "Number of messages whose signature was right, without those that wait",
    refused: "Number of messages with a wrong, old or missing signature, and of refused tokens",
  }),
  last_at: timestamp.describe("When the last message came whose signature was right; null without one"),
  last_result: z.enum(HOOK_RESULTS).nullable().describe("What came of it"),
  last_note: text.describe(
    "Why it was ignored or failed, or quota_exceeded when it was decided by local data alone; null when it was scored",
  ),
  last_refused_at: timestamp.describe("When a signature or token was refused; null when none was"),
  last_refused_error: z.enum(EVENT_ERRORS).nullable().meta({ example: null }).describe(
    "What its sender was told of a refused token (RFC 8935); null without one",
  ),
}).describe("Messages by what came of them");

const hook = {
  hook_id: hookId,
  url: z.string().meta({
    description: "Where the sender posts its messages",
    example: "https://winnow.example.com/hooks/hook_pB0cXl3nS9yQ5m1kR7wTzA",
  }),
  kind,
  mode,
  when_unsure: whenUnsure,
  pointers: z.object(described(text, PLACES)).describe("As given; null: looked for in known places"),
  types: z.array(z.string()).meta({ example: ["user.created"] }).describe(
    "The types of events that are scored; empty: all",
  ),
  forward_url: text.describe("Where messages are passed on to; null for kinds that do not send"),
  issuer: text.describe("Of the kind `ssf`: `iss` of its tokens; null for others, as the next three"),
  audience: z.array(z.string()).nullable().meta({ example: null }).describe(
    "`aud` of its tokens names one of these",
  ),
  jwks_uri: text.describe("Where the issuer publishes its keys"),
  external_id_prefix: text.describe("`external_id` of a sign-up is this and the subject's `sub`"),
  created_at: moment.describe("RFC 3339"),
  replaced_secret_until: timestamp.describe("Until when a replaced secret is accepted too; null without one"),
  use,
};

export const hookResult = z.object({
  ...hook,
  secret: text.describe("The new secret, shown only here; null: it did not change"),
  ...tail,
}).openapi("Hook", { description: "A hook as it was made or changed" });

export const hooksResult = z.object({
  hooks: z.array(z.object(hook)).describe("Oldest first"),
  ...tail,
}).openapi("Hooks", { description: "The hooks of the account" });

export const hookDeleted = z.object({
  hook_id: hookId,
  deleted: z.literal(true).meta({ description: "It is gone", example: true }),
  ...tail,
}).openapi("HookDeleted", { description: "The hook that was deleted" });
