/** What a request gives with an e-mail address: a verification token, what it was made for. */
import { z } from "zod";
import { type EmailTokenClaim, MAX_NONCE_CHARS, MAX_SESSION_CHARS } from "../../model/facts/email_token.ts";

/** Well above the longest token that is read, so that a longer one is a malformed token and no malformed request. */
const MAX_SENT_CHARS = 64 * 1024;
/** A host name and a scheme. */
const MAX_ORIGIN_CHARS = 300;

export const emailTokenSchema = z.object({
  token: z.string().max(MAX_SENT_CHARS).describe(
    "What the browser filled into the hidden input. Not stored; remembered as a hash until it ends, because it can be used once",
  ),
  nonce: z.string().max(MAX_NONCE_CHARS).nullish().describe(
    "The nonce of that input. May be left out where it was minted here, with `session`",
  ),
  origin: z.string().max(MAX_ORIGIN_CHARS).describe("The page's origin"),
  session: z.string().max(MAX_SESSION_CHARS).nullish().describe(
    "What the nonce was minted for by /v1/email-tokens/nonce; absent where the nonce is your own",
  ),
});

export type EmailTokenFields = z.infer<typeof emailTokenSchema>;

/** Null when none was given: browsers without the protocol leave the input empty. */
export function readEmailTokenClaim(fields: EmailTokenFields | null | undefined): EmailTokenClaim | null {
  if (fields === null || fields === undefined || fields.token.trim() === "") return null;
  const { token, nonce, origin, session } = fields;
  return { token, nonce: nonce ?? null, origin, session: session ?? null };
}
