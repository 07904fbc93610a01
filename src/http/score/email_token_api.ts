/** `POST /v1/email-tokens/nonce`: a nonce for a page that asks for an e-mail verification token. */
import { z } from "@hono/zod-openapi";
import { MAX_SESSION_CHARS } from "../../model/facts/email_token.ts";
import { timestamp } from "../../model/timestamp.ts";
import { mintNonce } from "../../service/score/email_token_nonce.ts";
import { processingTime } from "../../service/context.ts";
import { BODY_LIMIT } from "../body.ts";
import { tail } from "../common_schema.ts";
import { endpoint } from "../endpoint.ts";
import { newRequestId } from "../respond.ts";

export const emailNonce = endpoint({
  method: "post",
  path: "/v1/email-tokens/nonce",
  family: "scoring",
  action: "scores.score",
  tag: "Scoring",
  summary: "Make a nonce for an e-mail verification token",
  description:
    "For sites that have no place to keep a nonce: it is bound to your account and to `session`, and nothing is stored. Send the same session with the token. Not billed.",
  free: true,
  reads: true,
  body: {
    schema: z.object({
      session: z.string().min(1).max(MAX_SESSION_CHARS).meta({ example: "s-5f1c9a" }).describe(
        "What tells this visitor from others and does not change until the form is sent: the id of the session, or its hash",
      ),
    }),
    limit: BODY_LIMIT,
    example: { session: "s-5f1c9a" },
  },
  response: z.object({
    nonce: z.string().meta({ example: "wn_mcq2k1x0.9hX2bqkT0aYw4bN8.Vh9fG2Jx0aYw4bN8rT5kLm" }).describe(
      "For the `nonce` attribute of the hidden input",
    ),
    expires_at: z.string().meta({ example: "2026-11-24T18:00:00.000Z" }).describe(
      "Until when a token with it is taken, RFC 3339",
    ),
    ...tail,
  }).openapi("EmailTokenNonce", { description: "A nonce for an e-mail verification token" }),
  handler: ({ services, caller, body, started }) => {
    const { nonce, expiresAt } = mintNonce(services, caller.account.id, body.session);
    return Promise.resolve({
      nonce,
      expires_at: timestamp(expiresAt),
      request_id: newRequestId(),
      processing_time_sec: processingTime(started),
    });
  },
});
