/** One account asks about hundreds of names below silent name servers, while another asks about ordinary ones. */
import { withOnlineApp } from "../../tests/support/app/online.ts";
import type { TestApp } from "../../tests/support/app/app.ts";
import { CANARIES } from "../../tests/support/clients/dns_client.ts";
import { type AnswerDns, zone } from "../../tests/support/servers/dns_server.ts";
import type { Row, Simulation } from "./row.ts";

const FLOOD = 500;
const ROUNDS = 30;
const NAMES_PER_ROUND = 6;
const SIGNALS = ["resolves", "mx_found", "has_spf", "has_dmarc"] as const;

/** Names with `ordinary` in them exist and take mail, those with `silent` are not answered. */
const answer: AnswerDns = (question) => {
  const { name } = question;
  if (name in CANARIES) return zone(CANARIES)(question);
  if (name.includes("silent")) return null;
  if (!name.includes("ordinary")) return zone({})(question);
  const MX = [{ preference: 10, exchange: "mx.ordinary.com" }];
  return zone({ [name]: { A: ["127.0.0.1"], MX, TXT: ["v=spf1 -all"] } })(question);
};

/** The share of facts that the other account was not told. */
async function unknownShare(app: TestApp, flooding: () => boolean): Promise<number> {
  let [unknown, asked] = [0, 0];
  for (let round = 0; round < ROUNDS || (flooding() && round < 10 * ROUNDS); round++) {
    const domains = Array.from({ length: NAMES_PER_ROUND }, (_, i) => `ordinary-${round}-${i}.com`);
    for (const { body } of await Promise.all(domains.map((d) => app.ask(`/v1/score/domain?domain=${d}`)))) {
      for (const name of SIGNALS) {
        asked++;
        if (body.signals[name] === null) unknown++;
      }
    }
  }
  return unknown / asked;
}

async function* run(): AsyncIterable<Row> {
  const floods = [
    ["below one silent zone", (i: number) => `h${i}.silent-zone.com`],
    ["in silent zones of their own", (i: number) => `silent-${i}.com`],
  ] as const;
  for (const [where, nameOf] of floods) {
    let share = 0;
    await withOnlineApp(answer, {}, async ({ app }) => {
      const { key } = await app.account("flooding", { mode: "test", madeBy: "signup" });
      let flooding = true;
      const flood = Promise.all(
        Array.from({ length: FLOOD }, (_, i) => app.ask(`/v1/verify/email?email=ann@${nameOf(i)}`, { key })),
      ).finally(() => flooding = false);
      share = await unknownShare(app, () => flooding);
      await flood;
    }, { WINNOW_TIME_BUDGET_MS: "2000", WINNOW_EGRESS_ALLOW: "192.0.2.1" });
    yield {
      attack: "blinding",
      attempt: `a free test key asks about ${FLOOD} addresses ${where}`,
      result: `${(100 * share).toFixed(1)} % of another account's facts unknown`,
      ok: share === 0,
    };
  }
}

export const blinding: Simulation = { name: "blinding", run };
