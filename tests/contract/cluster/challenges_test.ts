/** A puzzle and a token are good once over three nodes on one PostgreSQL database. */
import assert from "node:assert/strict";
import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { redeemToken } from "../../../src/service/challenge/token.ts";
import { startNodes, untilKnown } from "../../support/cluster/nodes.ts";
import { postgresTest } from "../../support/servers/postgres.ts";
import { sharedPostgres } from "../../support/servers/shared_postgres.ts";

const HOME = "73.15.60.1";
const HEADERS = {
  "content-type": "application/x-www-form-urlencoded",
  "accept": "application/json",
  "x-forwarded-for": HOME,
};

postgresTest("a challenge is passed once, and its token taken once, over three nodes", async () => {
  await using server = await sharedPostgres();
  await using cluster = await startNodes({
    WINNOW_STORE: await server.database(),
    WINNOW_SECRET: "one secret for all nodes",
    WINNOW_TRUST_PROXY: "true",
  });
  const { one, nodes } = cluster;
  const { key, account } = await one.account("site");
  await untilKnown(nodes, key);
  const { body } = await one.ask("/v1/challenges", { key, json: { action: "signup" } });
  const path = new URL(body.challenge.url).pathname;
  const { body: challenge } = await one.ask(`${path}/altcha`, { key: null, headers: HEADERS });
  const solution = await solveChallenge({ challenge, deriveKey });
  const raw = new URLSearchParams({ altcha: btoa(JSON.stringify({ challenge, solution })) }).toString();
  const sent = await Promise.all(
    Array.from(
      { length: 12 },
      (_, at) => nodes[at % 3]!.ask(`${path}/solve`, { key: null, headers: HEADERS, raw }),
    ),
  );
  const passed = sent.filter(({ status }) => status === 200);
  assert.equal(passed.length, 1, sent.map(({ text }) => text).join("\n"));
  const { token } = passed[0]!.body;

  const services = nodes.map(({ app }) => app.services);
  const other = (await one.account("other")).account;
  const invalid = { ok: false, error: "invalid" };
  assert.deepEqual(await redeemToken(services[0]!, other, token), invalid);
  assert.deepEqual(await redeemToken(services[0]!, account, token, { action: "login" }), invalid);
  assert.deepEqual(await redeemToken(services[0]!, account, token, { address: "81.2.69.142" }), invalid);
  assert.deepEqual(await redeemToken(services[0]!, account, `${token}A`), invalid);
  assert.deepEqual(await redeemToken(services[0]!, account, "wct_x"), invalid);
  // None of these used it up.
  const asked = { action: "signup", address: HOME };
  const taken = await Promise.all(
    Array.from({ length: 64 }, (_, at) => redeemToken(services[at % 3]!, account, token, asked)),
  );
  const good = taken.filter(({ ok }) => ok);
  assert.equal(good.length, 1);
  const rest = taken.filter((each) => !each.ok);
  assert.ok(rest.every((each) => !each.ok && each.error === "expired_or_used"));
});
