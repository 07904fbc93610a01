/** Rules of the account `main`, over the API. */
import assert from "node:assert/strict";
import type { Answer, TestApp } from "./app.ts";

/** @returns the answer of POST /v1/rules, which is 200 */
export async function addRules(app: TestApp, action: string, ...values: string[]): Promise<Answer["body"]> {
  const { status, body } = await app.ask("/v1/rules", { json: { action, values } });
  assert.equal(status, 200);
  return body;
}

export async function countRules(app: TestApp): Promise<number> {
  return (await app.ask("/v1/rules")).body.count;
}
