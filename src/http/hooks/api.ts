/** `/v1/hooks`: an account's hooks, for its owner. */
import { z } from "@hono/zod-openapi";
import {
  changeHook,
  createHook,
  deleteHook,
  hookBody,
  type ListedHook,
  listHooks,
} from "../../service/hooks/hooks.ts";
import { BODY_LIMIT } from "../body.ts";
import { type Endpoint, endpoint, type ValidRequest, withRequestId } from "../endpoint.ts";
import { hookBodySchema, hookChangeSchema, hookDeleted, hookId, hookResult, hooksResult } from "./schema.ts";

const HOOKS = { family: "account", action: "hooks.manage", tag: "Hooks", free: true } as const;
const params = z.object({ hook_id: hookId });

const list = endpoint({
  method: "get",
  path: "/v1/hooks",
  ...HOOKS,
  summary: "List your hooks",
  description: "Oldest first, without their secrets, with how each was used.",
  response: hooksResult,
  handler: async (request) => {
    const hooks = await listHooks(request.services, request.caller);
    return withRequestId(request, { hooks: hooks.map((hook) => bodyOf(request, hook)) });
  },
});

const create = endpoint({
  method: "post",
  path: "/v1/hooks",
  ...HOOKS,
  summary: "Create a hook",
  description:
    "The response has the address that the sender posts to, and the secret, which is shown once. An account can have 10 hooks; one more is a 409.",
  body: {
    schema: hookBodySchema,
    limit: BODY_LIMIT,
    example: { kind: "supabase", mode: "observe", when_unsure: "allow" },
  },
  errors: ["conflict", "test_key_refused"],
  response: hookResult,
  exampleParts: { secret: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDuP4FD4hxjAU=" },
  handler: async (request) => {
    const { hook, secret } = await createHook(request.services, request.caller, request.body);
    return withRequestId(request, { ...bodyOf(request, { hook, use: null }), secret });
  },
});

const change = endpoint({
  method: "patch",
  path: "/v1/hooks/{hook_id}",
  ...HOOKS,
  summary: "Change a hook",
  description:
    "What is not given stays as it is; `pointers` and `types` are replaced as a whole. A replaced secret is accepted beside the new one for 24 hours.",
  params,
  body: { schema: hookChangeSchema, limit: BODY_LIMIT, example: { mode: "enforce" } },
  errors: ["not_found", "test_key_refused"],
  response: hookResult,
  exampleParts: { mode: "enforce" },
  handler: async (request) => {
    const { services, caller, body } = request;
    const { hook, secret } = await changeHook(services, caller, idOf(request), body);
    const use = await services.store.hooks.use(hook);
    return withRequestId(request, { ...bodyOf(request, { hook, use }), secret });
  },
});

const remove = endpoint({
  method: "delete",
  path: "/v1/hooks/{hook_id}",
  ...HOOKS,
  summary: "Delete a hook",
  description: "Its address stops working. Events that were acknowledged are still scored.",
  params,
  errors: ["not_found", "test_key_refused"],
  response: hookDeleted,
  handler: async (request) => {
    const id = idOf(request);
    await deleteHook(request.services, request.caller, id);
    return withRequestId(request, { hook_id: id, deleted: true as const });
  },
});

function idOf({ c }: Pick<ValidRequest, "c">): string {
  return c.req.param("hook_id") ?? "";
}

function bodyOf({ c, services }: Pick<ValidRequest, "c" | "services">, hook: ListedHook) {
  return hookBody(hook, services.baseUrl ?? new URL(c.req.url).origin, services.now());
}

export const hookEndpoints: readonly Endpoint[] = [list, create, change, remove];
