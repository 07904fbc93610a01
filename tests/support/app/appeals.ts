/** An account that takes appeals, and people who send them. */
import assert from "node:assert/strict";
import type { Answer, TestApp } from "./app.ts";
import { type Page, Visitor } from "./visitor.ts";

export async function switchOnAppeals(app: TestApp, key = app.live): Promise<void> {
  const { status } = await app.ask("/v1/settings", { key, method: "PUT", json: { appeals: true } });
  assert.equal(status, 200);
}

/** A sign-up that is not allowed. */
export async function stopped(
  app: TestApp,
  given: Readonly<Record<string, unknown>> = {},
  key = app.live,
): Promise<Answer["body"]> {
  const json = { ip: "185.220.101.1", email: "someone@mailinator.com", ...given };
  const { status, body } = await app.ask("/v1/score/user", { key, json });
  assert.equal(status, 200);
  assert.notEqual(body.verdict, "allow");
  return body;
}

/** The path of an appeal's page. */
export function pathOf(body: Answer["body"]): string {
  return new URL(body.appeal.url).pathname;
}

export async function sendAppeal(
  app: Pick<TestApp, "origin">,
  path: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<Page> {
  return await new Visitor(app).post(path, { text: "I was travelling.", ...fields });
}

/** The newest appeal of the account. */
export async function newestAppeal(app: TestApp, key = app.live): Promise<Answer["body"]> {
  return (await app.ask("/v1/appeals", { key })).body.appeals[0];
}

/** An appeal that waits for a decision; its id. */
export async function sampleAppeal(app: TestApp): Promise<string> {
  await switchOnAppeals(app);
  await sendAppeal(app, pathOf(await stopped(app)));
  return (await newestAppeal(app)).appeal_id;
}
