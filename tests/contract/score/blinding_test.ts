/** An account that asks for names which nobody answers takes nothing from the others: their lookups stay known. */
import assert from "node:assert/strict";
import type { TestApp } from "../../support/app/app.ts";
import { withOnlineApp } from "../../support/app/online.ts";
import { CANARIES } from "../../support/clients/dns_client.ts";
import { eventually } from "../../support/eventually.ts";
import { type AnswerDns, zone } from "../../support/servers/dns_server.ts";

const FLOOD = 500;
/** The others ask until the flood has ended, and at least so often. */
const MIN_ROUNDS = 10;
const MAX_ROUNDS = 200;
/** Questions of a flood that are under way before the others ask: fewer than any limit of the flood lets through. */
const UNDER_WAY = 30;
const SIGNALS = ["resolves", "mx_found", "has_spf", "has_dmarc"] as const;

/** Names with `ordinary` in them exist and take mail, those with `silent` are not answered. */
const SOME_SILENT: AnswerDns = (question) => {
  const { name } = question;
  if (name in CANARIES) return zone(CANARIES)(question);
  if (name.includes("silent")) return null;
  if (!name.includes("ordinary")) return zone({})(question);
  const MX = [{ preference: 10, exchange: "mx.ordinary.com" }];
  return zone({ [name]: { A: ["127.0.0.1"], MX, TXT: ["v=spf1 -all"] } })(question);
};

const names = (make: (index: number) => string) => Array.from({ length: FLOOD }, (_, index) => make(index));
const belowOneZone = names((index) => `h${index}.silent-zone.com`);
const ownZones = names((index) => `silent-${index}.com`);

async function singles(app: TestApp, key: string, domains: readonly string[]): Promise<void> {
  await Promise.all(domains.map((domain) => app.ask(`/v1/score/domain?domain=${domain}`, { key })));
}

async function batch(app: TestApp, key: string, domains: readonly string[]): Promise<void> {
  const answer = await app.ask("/v1/batch", { key, json: { type: "domain", items: domains } });
  assert.equal(answer.status, 200, answer.text);
}

async function emails(app: TestApp, key: string, domains: readonly string[]): Promise<void> {
  const ask = (domain: string) => app.ask(`/v1/verify/email?email=ann@${domain}`, { key });
  await Promise.all(domains.map(ask));
}

/** Facts that the account was not told, of all that it asked for. */
async function unknownFacts(app: TestApp, round: number): Promise<{ unknown: number; asked: number }> {
  const domains = Array.from({ length: 6 }, (_, index) => `ordinary-${round}-${index}.com`);
  const bodies = await Promise.all(domains.map(async (domain) => {
    const answer = await app.ask(`/v1/score/domain?domain=${domain}`);
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  }));
  const facts = bodies.flatMap(({ signals }) => SIGNALS.map((name) => signals[name]));
  return { unknown: facts.filter((fact) => fact === null).length, asked: facts.length };
}

type Send = typeof singles;

const ROWS: { name: string; send: Send; domains: readonly string[]; madeBy?: "operator" }[] = [
  { name: "500 addresses below one silent zone", send: emails, domains: belowOneZone },
  { name: "500 names below one silent zone", send: singles, domains: belowOneZone },
  {
    name: "a member's 500 names below one silent zone",
    send: singles,
    domains: belowOneZone,
    madeBy: "operator",
  },
  { name: "a batch of 500 names below one silent zone", send: batch, domains: belowOneZone },
  { name: "500 silent domains of their own", send: singles, domains: ownZones },
  { name: "a batch of 500 silent domains of their own", send: batch, domains: ownZones },
];

for (const { name, send, domains, madeBy } of ROWS) {
  Deno.test(`${name} of a test key blind nobody`, async () => {
    await withOnlineApp(SOME_SILENT, {}, async ({ app, dns }) => {
      const { key } = await app.account("flooding", { mode: "test", madeBy: madeBy ?? "signup" });
      let flooded = false;
      const flood = send(app, key, domains).finally(() => flooded = true);
      const silentSeen = () => dns.seen.filter((line) => line.includes("silent")).length;
      await eventually(() => silentSeen() >= UNDER_WAY, "the flood is under way");
      let [unknown, asked] = [0, 0];
      for (let round = 0; round < MIN_ROUNDS || (!flooded && round < MAX_ROUNDS); round++) {
        const facts = await unknownFacts(app, round);
        unknown += facts.unknown;
        asked += facts.asked;
      }
      assert.equal(unknown, 0, `${unknown} of ${asked} facts are unknown`);
      await flood;
    }, { WINNOW_TIME_BUDGET_MS: "2000", WINNOW_EGRESS_ALLOW: "192.0.2.1" });
  });
}
