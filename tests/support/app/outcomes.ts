/** A sign-up that is scored and labelled, over the API. */
import assert from "node:assert/strict";
import type { Answer, TestApp } from "./app.ts";

export const SIGNUP = {
  ip: "73.15.20.1",
  email: "jane@gmail.com",
  phone: "+442083661177",
  domain: "fraud.example.org",
  device_id: "0123456789abcdef0123456789abcdef",
};
const KINDS = ["ip", "email", "phone", "domain", "device"] as const;

export async function scoreUser(app: TestApp, json: unknown, key = app.live): Promise<Answer["body"]> {
  const { status, body } = await app.ask("/v1/score/user", { key, json });
  assert.equal(status, 200);
  return body;
}

export async function label(app: TestApp, json: unknown, key = app.live): Promise<Answer> {
  return await app.ask("/v1/outcome", { key, json });
}

/** Abuse reports of the values of SIGNUP, read with a test key, which changes nothing. */
export async function abuseCounters(app: TestApp, key = app.test): Promise<number[]> {
  const { components } = await scoreUser(app, SIGNUP, key);
  return KINDS.map((kind) => components[kind].abuse_reports);
}
