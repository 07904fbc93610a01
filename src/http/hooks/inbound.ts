/** `POST /hooks/<id>` and `/hooks/ssf/<id>`: messages of other services. Only their signature shows who sent them. */
import type { Hono } from "hono";
import { takeEvent } from "../../service/hooks/events.ts";
import { EVENT_HOOK_PATH, HOOK_PATH } from "../../service/hooks/hooks.ts";
import { answerSending } from "../../service/hooks/sending.ts";
import { receiveMessage } from "../../service/hooks/receive.ts";
import { answerSupabase } from "../../service/hooks/supabase.ts";
import { isSendingKind } from "../../model/endpoints/hook.ts";
import type { Services } from "../../service/context.ts";
import { readSigned } from "../../service/webhooks/signature.ts";
import { BODY_LIMIT, readBody } from "../body.ts";
import type { AppContext, AppEnv } from "../context.ts";
import { header } from "../header.ts";
import type { Metrics } from "../metrics.ts";
import { httpStatusOf, json } from "../respond.ts";
import { receiveToken } from "./ssf_inbound.ts";

export function mountInboundHooks(app: Hono<AppEnv>, services: Services, metrics: Metrics): void {
  mount(HOOK_PATH, receive);
  mount(EVENT_HOOK_PATH, receiveToken);

  function mount(path: string, answer: (c: AppContext, services: Services) => Promise<Response>): void {
    app.post(`${path}/:id`, (c) => observed(c, path, answer));
  }

  async function observed(
    c: AppContext,
    path: string,
    answer: (c: AppContext, services: Services) => Promise<Response>,
  ): Promise<Response> {
    const observe = (status: number) =>
      metrics.observe("POST", `${path}/{id}`, status, (performance.now() - c.env.started) / 1000);
    try {
      c.set("family", "general");
      const response = await answer(c, services);
      observe(response.status);
      return response;
    } catch (error) {
      const known = services.hooks.failures.toAppError(error, "POST a hook");
      observe(httpStatusOf(known.code, "general"));
      throw known;
    }
  }
}

/** @throws AppError signature_invalid and what `takeEvent` throws */
async function receive(c: AppContext, services: Services): Promise<Response> {
  const signed = readSigned((name) => header(c, name), "");
  const read = () => readBody(c, BODY_LIMIT);
  const message = await receiveMessage(services, c.req.param("id") ?? "", signed, read);
  if (isSendingKind(message.hook.kind)) {
    // It waits for another server: those of one account leave places for others.
    await c.env.load.claim(message.hook.account);
    const { status, text } = await answerSending(services, message, c.env.started);
    return new Response(text, { status, headers: { "content-type": "application/json" } });
  }
  if (message.hook.kind === "supabase") {
    return json(c, await answerSupabase(services, message, c.env.started));
  }
  return json(c, { result: await takeEvent(services, message) }, 202);
}
