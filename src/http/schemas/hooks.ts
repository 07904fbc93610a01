/** Schemas of `/v1/hooks`. */
import { z } from "@hono/zod-openapi";
import {
  HOOK_FIELDS,
  HOOK_KINDS,
  HOOK_MODES,
  HOOK_RESULTS,
  MAX_EVENT_TYPE_LENGTH,
  MAX_EVENT_TYPES,
  MAX_POINTER_LENGTH,
  WHEN_UNSURE,
} from "../../model/hooks/hook.ts";
import { fields, tail, timestamp } from "./common.ts";

export const hookId = z.string().openapi({ example: "hook_pB0cXl3nS9yQ5m1kR7wTzA" });

const kind = z.enum(HOOK_KINDS).openapi({
  description:
    "`supabase`: Supabase Auth asks before it creates a user, and is answered. `svix`, `standard_webhooks`: events of users that were created (Clerk, Resend and others)",
});
const mode = z.enum(HOOK_MODES).openapi({
  description:
    "`observe`: the verdict is recorded, and everybody passes. `enforce`: who is refused does not pass",
});
const whenUnsure = z.enum(WHEN_UNSURE).openapi({
  description:
    "What becomes, in mode enforce, of a sign-up with the verdict review, and of one that could not be scored: too slow, quota used up, account paused. Not of one that could not be read: it is refused",
});
const secret = z.string().max(200).nullish().openapi({
  description:
    "`whsec_…` or `v1,whsec_…`, with 24 to 64 bytes; asymmetric secrets (`v1a`) are refused. Without one, a secret is made",
  example: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
});
const pointers = z.strictObject(fields(z.string().max(MAX_POINTER_LENGTH).nullish(), ...HOOK_FIELDS))
  .nullish()
  .openapi({
    description:
      "Where a message has these values, as JSON Pointers (RFC 6901). A field without one is looked for where Clerk has it, then in `data`",
    example: { email: "/data/email", user_id: "/data/id" },
  });
const types = z.array(z.string().min(1).max(MAX_EVENT_TYPE_LENGTH)).max(MAX_EVENT_TYPES).nullish().openapi({
  description: "The types of events that are scored; others are acknowledged and ignored. Empty: all",
  example: ["user.created"],
});

export const hookBodySchema = z.object({ kind, mode, when_unsure: whenUnsure, secret, pointers, types });

export const hookChangeSchema = z.object({
  mode: mode.optional(),
  when_unsure: whenUnsure.optional(),
  secret,
  rotate: z.boolean().optional().openapi({
    description: "Makes a new secret, which the response shows once",
  }),
  pointers,
  types,
});

const resultCount = z.int().min(0);

const hook = {
  hook_id: hookId,
  url: z.string().openapi({
    description: "Where the sender posts its messages",
    example: "https://winnow.example.com/hooks/hook_pB0cXl3nS9yQ5m1kR7wTzA",
  }),
  kind,
  mode,
  when_unsure: whenUnsure,
  pointers: z.object(fields(z.string().nullable(), ...HOOK_FIELDS)),
  types: z.array(z.string()),
  created_at: z.iso.datetime(),
  replaced_secret_until: timestamp.openapi({ description: "Until when a replaced secret is accepted too" }),
  use: z.object({
    ...fields(resultCount, ...HOOK_RESULTS),
    refused: resultCount.openapi({ description: "Messages with a wrong, old or missing signature" }),
    last_at: timestamp,
    last_result: z.enum(HOOK_RESULTS).nullable(),
    last_note: z.string().nullable().openapi({ description: "Why the last message was ignored or failed" }),
    last_refused_at: timestamp,
  }).openapi({ description: "Messages by what came of them" }),
};

export const hookResult = z.object({
  ...hook,
  secret: z.string().nullable().openapi({
    description: "A new secret, shown only here; null: it did not change",
  }),
  ...tail,
}).openapi("Hook");

export const hooksResult = z.object({ hooks: z.array(z.object(hook)), ...tail }).openapi("Hooks");

export const hookDeleted = z.object({ hook_id: hookId, deleted: z.literal(true), ...tail }).openapi(
  "HookDeleted",
);
