/** Scores of all kinds, and what is said of them afterwards. */
import assert from "node:assert/strict";
import { offerChallenge } from "../../../../src/service/challenge/offer.ts";
import { createHash } from "node:crypto";
import { asking } from "../../app/basic_auth.ts";
import { failCommits } from "../../app/failing_store.ts";
import { ringIdOf } from "../../app/ring.ts";
import { type Page, tokenOf, Visitor } from "../../app/visitor.ts";
import type { Steps } from "./steps.ts";

export const DEVICE = "9f86d081884c7d659a2feaa0c55ad015";

/** @returns the oldest sign-up of the ring */
export async function scores(on: Steps): Promise<string> {
  await on.ask("ip", "/v1/score/ip?ip=185.220.101.1");
  await on.ask("ip again", "/v1/score/ip?ip=185.220.101.1");
  await on.ask("ip by version 6", "/v1/score/ip?ip=2a01:4f8::1&strictness=strict");
  await on.ask("email", "/v1/verify/email?email=someone@mailinator.com");
  await on.ask("phone", "/v1/lookup/phone?phone=%2B442083661177");
  await on.ask("domain", "/v1/score/domain?domain=fraud.example.org");
  await on.ask("device", "/v1/score/device", {
    json: { device_id: DEVICE, signals: { webdriver: true, timezone: "Europe/Berlin" } },
  });
  await on.ask("test score", "/v1/score/ip?ip=8.8.8.8", { key: on.app.test });
  await on.ask("test sign-up", "/v1/score/user", {
    key: on.app.test,
    json: { ip: "8.8.8.8", email: "x@gmail.com" },
  });
  await on.ask("settings", "/v1/settings", { method: "PUT", json: { linkage_scoring: "score" } });
  let oldest = "";
  for (let index = 0; index < 5; index++) {
    const { body } = await on.ask(`ring ${index}`, "/v1/score/user", {
      json: {
        ip: `73.15.20.${10 + index}`,
        email: `${"abcde"[index]}.someone@gmail.com`,
        phone: index % 2 === 0 ? "+442083661177" : "+4915112345678",
        domain: "example.org",
        device_id: DEVICE,
        user_id: `user-${index}`,
        user_agent: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36",
        accept_language: "de",
      },
    });
    oldest ||= body.request_id;
  }
  await on.ask("sign-up with a referral", "/v1/score/user", {
    json: { ip: "73.15.20.78", email: "ida@gmail.com", referral: "X1" },
  });
  await on.ask("sign-up by address", "/v1/score/user?ip=73.15.20.77&email=Jane%2Btag%40gmail.com");
  for (
    const [type, items] of [
      ["ip", ["9.9.9.9", "8.8.4.4", "9.9.9.9", "no address"]],
      ["email", ["jane@gmail.com", "x9f8k2l3q@gmail.com", "nobody@mailinator.com"]],
      ["phone", ["+442079460123", "+14155550100"]],
      ["domain", ["example.com", "xn--bcher-kva.example"]],
    ] as const
  ) {
    await on.ask(`batch of ${type}`, "/v1/batch", { json: { type, items } });
  }
  await on.ask("ready", "/readyz", { key: null });
  return oldest;
}

export async function cases(on: Steps, oldest: string): Promise<void> {
  const scored = async (name: string, index: number) =>
    (await on.ask(name, "/v1/score/user", {
      json: { ip: `185.220.101.${index}`, email: `someone.${index}@mailinator.com`, strictness: "lenient" },
    })).body.request_id as string;
  const ids = [await scored("case 1", 2), await scored("case 2", 3), await scored("case 3", 4)];
  await on.ask("label", "/v1/outcome", { json: { request_id: ids[0], outcome: "fraud" } });
  await on.ask("label changed", "/v1/outcome", { json: { request_id: ids[0], outcome: "legit" } });
  await on.ask("label of some values", "/v1/outcome", {
    json: { request_id: ids[0], outcome: "fraud", values: ["email"] },
  });
  await on.ask("note", `/v1/score/${ids[1]}/note`, {
    method: "PUT",
    json: { note: "looks like the other one: „Grüße“" },
  });
  const visitor = new Visitor(on.app);
  await on.step("sign-in for labels", () => visitor.signIn(on.app.live));
  const page = await on.step(
    "labels at once",
    () => visitor.submit("/console/review", { outcome: "fraud", id: [ids[1]!, ids[2]!] }),
  );
  assert.match(page.text, /2 scores labelled as fraud/);
  const path = `/console/rings/${ringIdOf(oldest)}`;
  const ring = await visitor.get(path);
  const newest = /name="newest" value="([^"]+)"/.exec(ring.text)?.[1] ?? "";
  const labelled = await on.step(
    "ring labelled",
    () => visitor.post(`${path}/label`, { csrf: tokenOf(ring.text), outcome: "fraud", newest }),
  );
  const undo = /name="undo" value="([^"]+)"/.exec(labelled.text)![1]!;
  await on.step(
    "labels taken back",
    () => visitor.post("/console/labels/undo", { csrf: tokenOf(labelled.text), undo, back: path }),
  );
}

/** Labels of a file: on a score without a label, and on one that has another. */
export async function labelFile(on: Steps): Promise<void> {
  const { body } = await on.ask("score for a file", "/v1/score/user", {
    json: { ip: "73.15.41.1", email: "file@gmail.com", user_id: "file-1" },
  });
  const file = `user_id,date,outcome\nfile-1,2026-01-02,chargeback\nfile-2,,Betrug\n`;
  const headers = { "content-type": "text/csv" };
  await on.ask("label file", "/v1/outcomes/import", { raw: file, headers });
  const again = `request_id,outcome\n${body.request_id},ok\n`;
  await on.ask("label file changed", "/v1/outcomes/import", { raw: again, headers });
}

/** An answer that has to be kept in parts: it repeats what it could not read, and that cannot be made shorter. */
export async function keptInParts(on: Steps): Promise<void> {
  const items = Array.from(
    { length: 500 },
    (_, index) => createHash("sha512").update(`${index}`).digest("hex"),
  );
  await on.askTimeless("kept batch", "/v1/batch", {
    headers: { "idempotency-key": "two" },
    json: { type: "ip", items },
  });
}

export async function requests(on: Steps): Promise<void> {
  const keyed = (key: string) => ({ "idempotency-key": key });
  await on.askTimeless("kept sign-up", "/v1/score/user", {
    headers: keyed("one"),
    json: { ip: "9.9.9.9", email: "jane@gmail.com" },
  });
  const values = Array.from({ length: 90 }, (_, index) => `73.1.2.${index}`);
  await on.ask("report", "/v1/report", {
    json: { kind: "email", values: ["bad@example.org"], note: "spam" },
  });
  const heal = failCommits(on.app, "disk full", ({ set = [] }) => {
    return set.some(({ key }) => key[0] === "reputation") && set.some(({ key }) =>
      key[0] === "open-report"
    ) &&
      ++failed > 1;
  });
  let failed = 0;
  const answer = await on.step(
    "report that breaks off",
    () => on.app.ask("/v1/report", { json: { kind: "ip", values } }),
  );
  heal();
  assert.ok(answer.status >= 500, answer.text);
  const compat = (name: string, path: string, json: unknown, status = 200) =>
    on.ask(name, `/compat/maxmind/minfraud/v2.0/${path}`, asking(on.app.live, { json }), status);
  await compat("insights", "insights", {
    device: { ip_address: "73.15.30.1" },
    email: { address: "pay@gmail.com" },
    event: { transaction_id: "order-17" },
  });
  await compat("report of a transaction", "transactions/report", {
    tag: "chargeback",
    transaction_id: "order-17",
  }, 204);
  await compat("report of an address", "transactions/report", {
    tag: "spam_or_abuse",
    ip_address: "73.15.30.9",
  }, 204);
}

export async function reputation(on: Steps): Promise<void> {
  const person = {
    ip: "73.15.40.1",
    email: "same@gmail.com",
    phone: "+442083661199",
    device_id: "0123456789abcdef0123456789abcdef",
  };
  for (const outcome of ["fraud", "legit", "fraud", "none"] as const) {
    const { body } = await on.ask(`sign-up ${outcome}`, "/v1/score/user", { json: person });
    await on.ask(`label ${outcome}`, "/v1/outcome", { json: { request_id: body.request_id, outcome } });
  }
  await on.ask("report withdrawn", "/v1/report", {
    method: "DELETE",
    json: { kind: "ip", value: "73.1.2.3" },
  });
}

export async function campaigns(on: Steps): Promise<void> {
  for (let index = 0; index < 4; index++) {
    const json = { ip: `73.${40 + index}.7.9`, email: `q${index}xk@kestrelbyte.com` };
    await on.ask(`campaign ${index}`, "/v1/score/user", { json });
  }
  const { body: { campaigns } } = await on.ask("campaigns", "/v1/campaigns?fresh=true");
  const { campaign_id } = campaigns.find(({ facts }: { facts: object }) => "email.domain" in facts);
  await on.ask("campaign watched", `/v1/campaigns/${campaign_id}`, {
    json: { state: "watched", note: "why" },
  });
}

/** One that waits, and one that was decided. */
export async function appeals(on: Steps): Promise<void> {
  await on.ask("appeals switched on", "/v1/settings", { method: "PUT", json: { appeals: true } });
  for (const name of ["first", "second"]) {
    const { body } = await on.ask(`${name} stopped`, "/v1/score/user", {
      json: { email: "someone@mailinator.com", user_id: `${name}-stopped` },
    });
    await on.ask(`${name} appeal`, new URL(body.appeal.url).pathname, {
      key: null,
      raw: "text=I+was+travelling.&reply_to=jane%40kestrelbyte.com&lang=de",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    }, 303);
  }
  const { body: { appeals: [{ appeal_id }] } } = await on.ask("appeals", "/v1/appeals");
  await on.ask("appeal decided", `/v1/appeals/${appeal_id}`, {
    json: { decision: "refused", note: "Use your own line." },
  });
  await on.ask("appeals switched off", "/v1/settings", { method: "PUT", json: { appeals: false } });
}

/** One that was passed by waiting, and one whose code was mailed. */
export async function challenges(on: Steps): Promise<void> {
  const { services } = on.app.app;
  Object.assign(services, { mail: { send: () => Promise.resolve() } });
  const account = services.store.accounts.accountNamed("main")!;
  const ip = "73.15.61.1";
  const wanted = {
    account,
    action: null,
    hostname: null,
    address: ip,
    score: 50,
    verdict: "review",
  } as const;
  const offer = (email: string | null) =>
    new URL(
      offerChallenge(services, { ...wanted, requestId: null, deviceHash: "device", email }, on.app.origin)
        .url,
    )
      .pathname;
  const form = { key: null, headers: { "content-type": "application/x-www-form-urlencoded" } };
  const mailed = offer("jane@kestrelbyte.com");
  await on.ask("challenge by mail", `${mailed}/solve`, { ...form, raw: "send=code" });
  const waited = offer(null);
  const { text } = await on.ask("challenge", waited, { key: null });
  for (let second = 0; second < 10; second++) await on.passTime(`waited ${second}`);
  const start = /name="start" value="([^"]+)"/.exec(text)![1]!;
  await on.ask("challenge passed", `${waited}/solve`, { ...form, raw: `start=${start}` });
  Object.assign(services, { mail: null });
}

/** A case that a person has open, one that is theirs, one that they decided; and a filter of the queue. */
export async function reviews(on: Steps, owner: Visitor): Promise<void> {
  const when = 'custom.plan == "queue"';
  await on.ask("rule to review", "/v1/rules", { json: { action: "review", when, state: "live" } });
  const ids: string[] = [];
  for (let index = 0; index < 3; index++) {
    const json = { ip: `73.15.60.${index}`, user_id: `queue-${index}`, custom: { plan: "queue" } };
    const { body } = await on.ask(`to review ${index}`, "/v1/score/user", { json });
    assert.equal(body.verdict, "review", JSON.stringify(body.rule));
    ids.push(body.request_id);
  }
  const [open, theirs, decided] = ids as [string, string, string];
  const page = async (name: string, send: () => Promise<Page>) => {
    const { status, text } = await on.step(name, send);
    assert.equal(status, 200, `${name}: ${text}`);
    return text;
  };
  const csrf = tokenOf(await page("case opened", () => owner.get(`/console/scores/${open}`)));
  const { body: { people } } = await on.app.ask("/v1/people");
  const { person_id } = people.find(({ role }: { role: string }) => role === "owner");
  await on.ask("case assigned", `/v1/reviews/${theirs}/assign`, { json: { person_id } });
  await page(
    "case decided",
    () => owner.post(`/console/scores/${decided}/label`, { csrf, outcome: "fraud" }),
  );
  await page(
    "filter saved",
    () => owner.post("/console/review/filters", { csrf, name: "Mine", queue: "assigned=me" }),
  );
}

/** Of a person that nothing else is about. */
export async function erasure(on: Steps, key = on.app.live): Promise<void> {
  await on.ask("sign-up to erase", "/v1/score/user", {
    key,
    json: { ip: "73.15.50.1", email: "erase@kestrelbyte.com", user_id: "erase-1" },
  });
  const { body } = await on.ask("erasure", "/v1/privacy/erase", { key, json: { user_id: "erase-1" } });
  assert.equal(body.state, "done");
}

/** Enough for a run of the index. */
export async function manyScores(on: Steps): Promise<void> {
  const items = Array.from({ length: 500 }, (_, index) => `74.2.${index % 3}.${index % 5}`);
  for (let round = 0; round < 5; round++) {
    await on.ask(`many ${round}`, "/v1/batch", { json: { type: "ip", items } });
    on.process.advance(30_000);
  }
  on.process.advance(180_000);
  for (const round of [1, 2, 3]) await on.passTime(`compaction ${round}`);
}
