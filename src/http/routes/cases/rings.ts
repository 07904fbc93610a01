/** `GET /v1/rings`, `GET /v1/rings/{ring_id}`: sign-ups that hang together. */
import { z } from "@hono/zod-openapi";
import { invalidParameter } from "../../../model/error.ts";
import { listRings, ringOf } from "../../../service/cases/rings.ts";
import { endpoint, withRequestId } from "../../endpoint.ts";
import { ringResult, ringsQuery, ringsResult } from "../../schemas/cases.ts";

const RINGS = { method: "get", family: "account", scope: "cases", tag: "Cases", free: true } as const;

const EXAMPLE = {
  ring_id: "ring_019a9f3c11d270008a513f2d9c0e4b17",
  size: 15,
  labelled_fraud: 2,
  since: "2026-11-20T09:30:04.000Z",
  via: ["device" as const],
  last_signup: "2026-11-22T11:02:41.000Z",
};
const TAIL = { request_id: "req_019a9f3d-0000-7000-8a51-3f2d9c0e4b17", processing_time_sec: 0.003162 };

export const list = endpoint({
  ...RINGS,
  path: "/v1/rings",
  summary: "List rings of sign-ups",
  description:
    "Sign-ups of the last 30 days that share a device, a phone, an e-mail address or a pattern of addresses.",
  query: ringsQuery,
  errors: ["test_key_refused"],
  response: ringsResult,
  example: { count: 1, rings: [EXAMPLE], ...TAIL },
  handler: async (request) =>
    withRequestId(request, await listRings(request.services, request.caller, request.query)),
});

export const ring = endpoint({
  ...RINGS,
  path: "/v1/rings/{ring_id}",
  summary: "Get the members of a ring",
  description:
    "The ring as it is now. The id of a ring that was merged into an older one leads to that one: the answer has its `ring_id`.",
  params: z.object({
    ring_id: z.string().openapi({ example: EXAMPLE.ring_id, description: "As in scores and lists" }),
  }),
  errors: ["invalid_value"],
  response: ringResult,
  example: {
    ...EXAMPLE,
    members: [{
      request_id: "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17",
      scored_at: "2026-11-22T11:02:41.000Z",
      risk_score: 84,
      verdict: "block",
      label: "fraud",
      user_id: "user-81225",
      ring_id: EXAMPLE.ring_id,
      top_signals: ["email: disposable address"],
      values: [{ kind: "device", masked: "9f86d0…", ref: "val_fK3x0qPz1aBv9T2mWc8rYJhQd4Lf7uNsX" }],
    }],
    links: [{ kind: "device", masked: "9f86d0…", ref: "val_fK3x0qPz1aBv9T2mWc8rYJhQd4Lf7uNsX", members: 15 }],
    ...TAIL,
  },
  handler: async (request) => {
    const { services, caller, c } = request;
    const refuse = (why: string) => invalidParameter("ring_id", why);
    return withRequestId(request, await ringOf(services, caller, c.req.param("ring_id") ?? "", refuse));
  },
});
