/** `GET /v1/rings`, `GET /v1/rings/{ring_id}`: linked sign-ups. */
import { z } from "@hono/zod-openapi";
import { invalidParameter } from "../../model/error.ts";
import { listRings } from "../../service/cases/ring_lists.ts";
import { ringOf } from "../../service/cases/rings.ts";
import { requireWork } from "../../service/access/work.ts";
import { type Endpoint, endpoint, withRequestId } from "../endpoint.ts";
import { ringResult, ringsQuery, ringsResult } from "./schema.ts";
import { ring as ringShape } from "../score/schema.ts";

const RINGS = {
  method: "get",
  family: "account",
  action: "scores.search",
  tag: "Cases",
  free: true,
} as const;

const list = endpoint({
  ...RINGS,
  path: "/v1/rings",
  summary: "List rings of sign-ups",
  description:
    "Sign-ups of the last 30 days that share a device, a phone, an e-mail address or a pattern of addresses; and in company also a new domain or a referral.",
  query: ringsQuery,
  errors: ["test_key_refused"],
  response: ringsResult,
  handler: async (request) => {
    requireWork(request.services, request.caller);
    return withRequestId(request, await listRings(request.services, request.caller, request.query));
  },
});

const ring = endpoint({
  ...RINGS,
  path: "/v1/rings/{ring_id}",
  summary: "Get the members of a ring",
  description:
    "The ring as it is now. The id of a ring that was merged into an older one leads to that one: the answer has its `ring_id`.",
  params: z.object({
    ring_id: ringShape.shape.ring_id.describe("As in scores and lists"),
  }),
  errors: ["invalid_value"],
  response: ringResult,
  handler: async (request) => {
    const { services, caller, c } = request;
    const refuse = (why: string) => invalidParameter("ring_id", why);
    return withRequestId(request, await ringOf(services, caller, c.req.param("ring_id") ?? "", refuse));
  },
});

export const ringEndpoints: readonly Endpoint[] = [list, ring];
