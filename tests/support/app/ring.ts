/** Sign-ups that form a ring: one device, one network, different addresses. */
import assert from "node:assert/strict";
import type { TestApp } from "./app.ts";

export const RING_DEVICE = "9f86d081884c7d659a2feaa0c55ad015";

/** @returns their request ids, oldest first, and the id of the ring */
export async function plantRing(
  app: TestApp,
  size: number,
  key: string = app.live,
): Promise<{ readonly ids: string[]; readonly ringId: string }> {
  const ids: string[] = [];
  for (let index = 0; index < size; index++) {
    const { status, body } = await app.ask("/v1/score/user", {
      key,
      json: {
        ip: `73.15.20.${10 + index}`,
        email: `${String.fromCharCode(97 + index)}.someone@gmail.com`,
        device_id: RING_DEVICE,
        user_id: `user-${index}`,
      },
    });
    assert.equal(status, 200);
    ids.push(body.request_id);
  }
  return { ids, ringId: ringIdOf(ids[0]!) };
}

/** The id of the ring whose oldest member is the sign-up. */
export function ringIdOf(requestId: string): string {
  return `ring_${requestId.slice(4).replaceAll("-", "")}`;
}

/** The reference of a value of a stored score. */
export async function refOf(app: TestApp, requestId: string, kind: string, key = app.live): Promise<string> {
  const { body } = await app.ask(`/v1/score/${requestId}`, { key });
  return body.components.find((component: { kind: string }) => component.kind === kind).ref;
}
