/** A hook, an alert, a webhook and a delivery in place of those of the document's examples. */
import { sessionsOf } from "../../../src/service/people/person_sessions.ts";
import type { TestApp } from "./app.ts";
import { personSession } from "./person.ts";

const SAMPLE_PERSON = "psn_5f0c8e7d1a420b9f3c2b7e70";
const SAMPLE_ASSIGNEE = "psn_019a9f3c2b7e70008a513f2d9c0e4b17";
const SAMPLE_SESSION = "ses_3f2d9c0e4b175f0c8e7d1a42";

export const SAMPLE_HOOK = "hook_pB0cXl3nS9yQ5m1kR7wTzA";
export const SAMPLE_ERASURE = "era_0f1e2d3c4b5a69788796a5b4c3d2e1f0";
export const SAMPLE_ALERT = "alr_5f0c8e7d1a420b9f3c2b7e70";
export const SAMPLE_WEBHOOK = "wh_5f0c8e7d1a420b9f3c2b7e70";
export const SAMPLE_DELIVERY = "dlv_019a9f3c11d20000010a513f2d9c0e";

/** Somebody who is signed in, with the ids of the person and the session in place of those of the examples. */
export async function samplePerson(app: TestApp): Promise<(text: string) => string> {
  const { person } = await personSession(app, "analyst");
  const [session] = await sessionsOf(app.app.services, person);
  return (text) =>
    text.replaceAll(SAMPLE_PERSON, person.id).replaceAll(SAMPLE_ASSIGNEE, person.id)
      .replaceAll(SAMPLE_SESSION, session!.session_id);
}

/** The receipt of an erasure in place of that of the examples. */
export async function sampleErasure(app: TestApp): Promise<(text: string) => string> {
  const { body } = await app.ask("/v1/privacy/erase", { json: { user_id: "nobody-1042" } });
  return (text) => text.replaceAll("era_0f1e2d3c4b5a69788796a5b4c3d2e1f0", body.receipt);
}

/** The only hook of the account. */
export async function sampleHook(app: TestApp): Promise<string> {
  for (const { hook_id } of (await app.ask("/v1/hooks")).body.hooks) {
    await app.ask(`/v1/hooks/${hook_id}`, { method: "DELETE" });
  }
  const json = { kind: "supabase", mode: "observe", when_unsure: "allow" };
  return (await app.ask("/v1/hooks", { json })).body.hook_id;
}

/** The only alert of the account, which goes elsewhere than the examples. */
export async function sampleAlert(app: TestApp): Promise<string> {
  for (const { alert_id } of (await app.ask("/v1/alerts")).body.alerts) {
    await app.ask(`/v1/alerts/${alert_id}`, { method: "DELETE" });
  }
  return (await app.ask("/v1/alerts", { json: { kind: "url", url: "https://shop.example/alerts" } })).body
    .alert_id;
}

/** The only webhook of the account, with the delivery of the examples. */
export async function sampleWebhook(app: TestApp): Promise<string> {
  const { store } = app.app.services;
  const account = store.accounts.accountNamed("main")!.id;
  for (const { id } of store.webhooks.of(account)) await app.ask(`/v1/webhooks/${id}`, { method: "DELETE" });
  const json = { url: "https://shop.example/", events: ["signup.scored"] };
  const { body } = await app.ask("/v1/webhooks", { json });
  const now = Date.now();
  const ended = { at: now, endedAt: now, delivered: true, attempts: 1, last: "204", sealed: "" };
  const delivery = { ...ended, type: "signup.scored" as const };
  const job = SAMPLE_DELIVERY.slice(4);
  await store.writer.write(await store.deliveries.ended(account, body.webhook_id, job, delivery));
  return body.webhook_id;
}

/** Messages to several countries: most codes are entered, those of one block of numbers and of one mailbox are not. */
export async function sampleSends(app: TestApp): Promise<void> {
  const limits = { recipient_minute: 100, recipient_10m: 100 };
  const budgets = { DE: 20, FR: 5 };
  await app.ask("/v1/guard/settings", { method: "PUT", json: { limits, budgets } });
  const send = async (json: Record<string, unknown>, status: string) => {
    const { body } = await app.ask("/v1/guard/send", { json: { channel: "sms", ...json } });
    await app.ask("/v1/guard/outcome", { json: { send_id: body.send_id, status } });
  };
  for (let index = 0; index < 4; index++) {
    await send({ to: `+4915${index}70555123`, cost: 0.08 }, "verified");
    await send({ to: `+336${10 + index}345678`, cost: 0.05 }, "verified");
    await send({ to: `+4477009${index}0123`, cost: 0.04 }, "verified");
  }
  for (let index = 0; index < 12; index++) {
    await send({ to: `+491511234${1000 + index * 700}`, cost: 0.08 }, "failed");
  }
  for (let index = 0; index < 4; index++) {
    const ip = `91.64.${index}.7`;
    await send({ channel: "email", to: "jane@example.com", ip }, "failed");
  }
}
