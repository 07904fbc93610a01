/** POST /minfraud/v2.0/insights. */
import assert from "node:assert/strict";
import { type Answer, type TestApp } from "./app.ts";
import { asking } from "./basic_auth.ts";

export const INSIGHTS = "/compat/maxmind/minfraud/v2.0/insights";

/** @returns the body of the answer, which is 200 */
export async function insights(
  app: TestApp,
  json: unknown,
  key = app.live,
  path = INSIGHTS,
): Promise<Answer["body"]> {
  const answer = await app.ask(path, asking(key, { json }));
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}
