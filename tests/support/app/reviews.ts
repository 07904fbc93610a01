/** Scores that are to review. */
import assert from "node:assert/strict";
import type { TestApp } from "./app.ts";

/** @returns request ids of sign-ups, the oldest first */
export async function plantReviews(app: TestApp, count: number, key = app.live): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index++) {
    const json = {
      ip: `185.220.101.${index + 1}`,
      email: `someone.${index}@mailinator.com`,
      user_id: `user-${index}`,
      strictness: "lenient",
    };
    const { body } = await app.ask("/v1/score/user", { key, json });
    assert.equal(body.verdict, "review", `${body.risk_score}`);
    ids.push(body.request_id);
  }
  return ids;
}
