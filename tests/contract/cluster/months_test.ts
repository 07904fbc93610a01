/** The clocks of the nodes and of their database are moved by 225 days: the space of the scores is free, and nothing else is gone. */
import assert from "node:assert/strict";
import { DAY_MS, MINUTE_MS } from "../../../src/model/duration.ts";
import type { DumpEntry } from "../../../src/db/backup/dump_entry.ts";
import { monthAt } from "../../../src/db/postgres/place.ts";
import { startApp, type TestApp } from "../../support/app/app.ts";
import { fakeTimeTest } from "../../support/process/fake_time.ts";
import { startPostgres, WITHOUT_POSTGRES } from "../../support/servers/postgres.ts";
import { dumpPostgres } from "../../support/store/engines.ts";

const DAYS = 225;
const SCORES = 300;
/** A keyspace of scores, their index and columns. */
const OF_SCORES = new Set(["segment", "scores-of", "posting", "column", "column-block"]);

const nameOf = ({ key }: DumpEntry) => key.join("/");

async function entriesOf(url: string, now: number): Promise<Map<string, DumpEntry>> {
  const found = new Map<string, DumpEntry>();
  await dumpPostgres(url, (entries) => {
    for (const entry of entries) found.set(nameOf(entry), entry);
    return Promise.resolve();
  }, now);
  return found;
}

async function scoresOf(app: TestApp, ids: readonly string[]): Promise<number[]> {
  return await Promise.all(ids.map(async (id) => (await app.ask(`/v1/score/${id}`)).status));
}

if (WITHOUT_POSTGRES === "") {
  fakeTimeTest(
    "a month's tables go when its last score has expired, by all clocks",
    async (_folder, time) => {
      await using server = await startPostgres({ before: time.before });
      const url = await server.database();
      const sql = (text: string) => server.sql(new URL(url).pathname.slice(1), text);
      let ahead = 0;
      const now = () => Date.now() + ahead;
      const start = () =>
        startApp({ env: { WINNOW_STORE: url, WINNOW_SECRET: "0123456789abcdef0123456789abcdef" }, now });
      await using one = await start();
      await using two = await start();
      const begun = now();
      const month = monthAt(begun);
      const addresses = Array.from({ length: SCORES }, (_, at) => `81.2.${at >> 8}.${at & 255}`);
      const ids: string[] = [];
      for (const [side, app] of [one, two].entries()) {
        const items = addresses.filter((_, at) => at % 2 === side);
        for (let from = 0; from < items.length; from += 50) {
          const { status, body } = await app.ask("/v1/batch", {
            json: { type: "ip", items: items.slice(from, from + 50) },
          });
          assert.equal(status, 200);
          ids.push(...body.results.map(({ request_id }: { request_id: string }) => request_id));
        }
      }
      assert.equal(
        (await one.ask("/v1/rules", { json: { action: "block", values: ["9.9.9.9"] } })).status,
        200,
      );
      ahead = 5 * MINUTE_MS;
      time.move("+5m");
      const account = one.app.services.store.accounts.accountNamed("main")!.id;
      await one.app.services.store.postings.compact(account, 1);
      await one.app.services.store.columns.compact(account, 1);
      for (const name of ["posting", "column", "column-block"]) {
        const first = new TextEncoder().encode(name).toHex();
        const found =
          `select count(*) > 0 from winnow_scores_${month} where key > '\\x02${first}0002' and key < '\\x02${first}0003'`;
        assert.equal(await sql(found), "t", `${name} is in the month`);
      }
      await two[Symbol.asyncDispose]();
      const before = await entriesOf(url, now());
      assert.equal(before.keys().filter((name) => name.startsWith("sighting/ip/")).toArray().length, SCORES);
      const size =
        "select coalesce(sum(pg_total_relation_size(oid)), 0) from pg_class where relname = 'winnow_scores_";
      assert.ok(Number(await sql(`${size}${month}'`)) > 0);

      ahead = DAYS * DAY_MS;
      time.move(`+${DAYS}d`);
      // It drops the tables while the first node goes on without knowing of it.
      await using three = await start();
      assert.equal(await sql(`${size}${month}'`), "0", "the space is free");
      for (const app of [one, three]) {
        assert.ok((await scoresOf(app, ids.slice(0, 20))).every((status) => status === 404));
        const { status, body } = await app.ask("/v1/score/ip?ip=81.2.0.1");
        assert.equal(status, 200);
        assert.deepEqual(await scoresOf(app, [body.request_id]), [200]);
        assert.equal((await app.ask("/v1/rules")).body.rules.length, 1);
        assert.equal((await app.ask("/v1/scores/search", { json: { limit: 5 } })).status, 200);
      }
      const after = await entriesOf(url, now());
      const gone = before.values().filter((entry) =>
        !after.has(nameOf(entry)) && (entry.expiresAt ?? Infinity) > now() && !OF_SCORES.has(entry.key[0]!)
      );
      const rewritten = new Set(["process", "changes", "meta", "postings", "columns"]);
      assert.deepEqual(gone.map(nameOf).filter((name) => !rewritten.has(name.split("/")[0]!)).toArray(), []);
      const sightings = after.keys().filter((name) => name.startsWith("sighting/ip/")).toArray();
      assert.equal(sightings.length, SCORES, "what was seen is still known");
      const old = after.values().filter((entry) =>
        OF_SCORES.has(entry.key[0]!) && entry.expiresAt! < begun + 200 * DAY_MS
      );
      assert.deepEqual(old.map(nameOf).toArray(), []);
    },
  );
}
