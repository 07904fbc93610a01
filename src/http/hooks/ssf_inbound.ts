/** `POST /hooks/ssf/<id>`: security event tokens, pushed as RFC 8935 has it. */
import { EventRefused } from "../../model/endpoints/security_event.ts";
import type { Services } from "../../service/context.ts";
import { takeToken } from "../../service/hooks/ssf/receive_token.ts";
import { readBody } from "../body.ts";
import type { AppContext } from "../context.ts";
import { header, mediaType } from "../header.ts";
import { json, markUnknown, SAFE_HEADERS } from "../respond.ts";

/** In bytes: a token has one to three thousand. */
const TOKEN_LIMIT = 64 * 1024;

/** @throws AppError what `takeToken` throws, but for refusals of the token */
export async function receiveToken(c: AppContext, services: Services): Promise<Response> {
  try {
    await takeToken(services, {
      id: c.req.param("id") ?? "",
      authorization: header(c, "authorization"),
      mediaType: mediaType(header(c, "content-type")),
      read: () => readBody(c, TOKEN_LIMIT),
    });
    return new Response(null, { status: 202, headers: SAFE_HEADERS });
  } catch (error) {
    if (!(error instanceof EventRefused)) throw error;
    markUnknown(c);
    const { err, message: description } = error;
    return json(c, { err, description }, 400, { "content-language": "en" });
  }
}
