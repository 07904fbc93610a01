/** Requests with an Idempotency-Key. */
import type { Answer, Ask, TestApp } from "./app.ts";
import { USAGE } from "../../../src/records/usage.ts";

export interface Keyed extends Ask {
  readonly path: string;
  readonly idempotencyKey: string;
}

export function askKeyed(app: TestApp, { path, idempotencyKey, ...given }: Keyed): Promise<Answer> {
  return app.ask(path, { ...given, headers: { ...given.headers, "idempotency-key": idempotencyKey } });
}

/** One request for each operation that honours the key. `changes` counts what it changes in its account. */
export async function operations(
  app: TestApp,
): Promise<readonly (Omit<Keyed, "idempotencyKey"> & { name: string })[]> {
  const { body } = await app.ask("/v1/score/ip?ip=5.5.5.5");
  const agent = { url: "https://shop.example/", headers: { "user-agent": "x" } };
  return [
    {
      name: "sign-up",
      path: "/v1/score/user?strictness=strict",
      json: { ip: "9.9.9.9", email: "jane@gmail.com", emial: 1 },
    },
    { name: "device", path: "/v1/score/device", json: { device_id: "9f86d081884c7d65" } },
    { name: "batch", path: "/v1/batch", json: { type: "ip", items: ["9.9.9.9", "8.8.4.4", "no address"] } },
    { name: "agent verification", path: "/v1/verify/agent", json: agent },
    { name: "agent authorization", path: "/v1/agent/authorize", json: agent },
    {
      name: "log-in",
      path: "/v1/score/login",
      json: { user_id: "user-jane", ip: "9.9.9.9", succeeded: true },
    },
    { name: "report", path: "/v1/report", json: { kind: "ip", values: ["9.9.9.9", "nothing"] } },
    {
      name: "long report",
      path: "/v1/report",
      json: { kind: "ip", values: Array.from({ length: 100 }, (_, i) => `73.1.2.${i}`) },
    },
    { name: "outcome", path: "/v1/outcome", json: { request_id: body.request_id, outcome: "fraud" } },
    { name: "rules", path: "/v1/rules", json: { action: "block", values: ["evil.example.org"] } },
    {
      name: "import",
      path: "/v1/rules/import?action=allow",
      raw: "good.example.org\nbetter.example.org",
      headers: { "content-type": "text/plain" },
    },
  ];
}

/** What requests change: lookups billed, scores of the account, reports of an address, rules, and sightings. */
export async function changesOf(app: TestApp): Promise<readonly unknown[]> {
  const { store } = app.app.services;
  const account = store.accounts.accountNamed("main")!.id;
  const now = Date.now() + 86_400_000;
  const month = store.usage.monthOf(Date.now());
  const scores = await Array.fromAsync(store.scores.list(account, { since: 0, until: now }));
  const { body } = await app.ask("/v1/rules");
  const seen = await app.ask("/v1/batch", { key: app.test, json: { type: "ip", items: ["9.9.9.9"] } });
  const labels = (await Array.fromAsync(store.labels.list(account, { since: 0 }))).length;
  return [
    // As it is stored: other processes read it once a second.
    USAGE.read((await store.engine.get([USAGE.key(account, month)]))[0]?.value) ?? 0,
    scores.filter(({ mode }) => mode === "live").length,
    body.count,
    seen.body.results[0].abuse_reports,
    labels,
    await store.histories.abuseReports("ip", hashOf(app, "73.1.2.99"), account, now),
  ];
}

function hashOf(app: TestApp, address: string): string {
  return app.app.services.hasher.hash("ip", address);
}
