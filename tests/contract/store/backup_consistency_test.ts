/** Backups of a store that is being written to, and of PostgreSQL. */
import assert from "node:assert/strict";
import type { Rule } from "../../../src/model/rules/rule.ts";
import type { DumpEntry } from "../../../src/db/backup/dump_entry.ts";
import { untilComplete } from "../../../src/db/deno_kv/dump.ts";
import { Rules } from "../../../src/records/rules.ts";
import { inFolder } from "../../support/folder.ts";
import { postgresTest } from "../../support/servers/postgres.ts";
import { sharedPostgres } from "../../support/servers/shared_postgres.ts";
import {
  assertSame,
  backup,
  dumped,
  restoreInto,
  roundTrip,
  withEngine,
} from "../../support/store/backups.ts";
import { openStore } from "../../support/store/store.ts";
import { dumpKvConnect } from "../../support/store/engines.ts";

Deno.test("rules are whole in every backup, however fast they change", async (t) => {
  const rows: [string, (location: string) => Promise<DumpEntry[]>][] = [
    ["of a file", dumped],
    ["by listing, as over KV Connect", (location) =>
      untilComplete(async () => {
        const found: DumpEntry[] = [];
        await dumpKvConnect(location, (entries) => Promise.resolve(void found.push(...entries)));
        return found;
      })],
  ];
  for (const [name, dump] of rows) {
    await t.step(name, () => inFolder((folder) => rulesStayWhole(`${folder}/a.kv`, dump)));
  }
});

postgresTest("backups of PostgreSQL", async (t) => {
  await using server = await sharedPostgres();
  await t.step(
    "move a store from Deno KV to PostgreSQL, back, and to another",
    () =>
      inFolder(async (folder) => {
        const url = await server.database();
        await roundTrip(`${folder}/a.kv`, url, folder);
        const other = await server.database();
        await roundTrip(other, `${folder}/b.kv`, folder);
        await backup(url, `${folder}/two.backup`);
        const third = await server.database();
        await restoreInto(third, `${folder}/two.backup`);
        assertSame(await dumped(third), await dumped(url));
      }),
  );
  await t.step("hold whole rules, however fast they change", async () => {
    await rulesStayWhole(await server.database(), dumped);
  });
});

Deno.test("a dump by listing that lacks a chunk of rules is retried, and refused when that does not help", async () => {
  await inFolder(async (folder) => {
    const location = `${folder}/a.kv`;
    const dump = () => dumpKvConnect(location, () => Promise.resolve());
    const chunk = { key: ["rules-chunk", "acc", "one"], value: [] };
    await withEngine(
      location,
      (engine) => engine.commit({ set: [{ key: ["rules", "acc"], value: { chunks: ["one"] } }] }),
    );
    let tries = 0;
    await assert.rejects(untilComplete(() => (tries++, dump())), /rules were changed/);
    assert.equal(tries, 5);
    tries = 0;
    await untilComplete(async () => {
      if (++tries === 3) await withEngine(location, (engine) => engine.commit({ set: [chunk] }));
      await dump();
    });
    assert.equal(tries, 3);
  });
});

async function rulesStayWhole(
  location: string,
  dump: (location: string) => Promise<DumpEntry[]>,
): Promise<void> {
  const store = await openStore({ location });
  try {
    const rules = new Rules(store.engine, store.writer, store.changes, () => crypto.randomUUID());
    let running = true;
    const changing = (async () => {
      for (let turn = 0; running; turn++) {
        const { manifest: before } = await rules.load("acc", () => true);
        const added = Array.from({ length: 200 }, (_, i) => rule(`${turn}.${i}`));
        await rules.change("acc", { before, dropped: new Set(before?.chunks), rules: added });
        // As slowly as a customer may who sends one import after the other.
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    })();
    for (let round = 0; round < 15; round++) {
      const entries = await dump(location);
      const has = new Set(entries.map(({ key }) => key.join(" ")));
      for (const { key, value } of entries.filter(({ key }) => key[0] === "rules")) {
        for (const id of (value as { chunks: string[] }).chunks) {
          assert.ok(has.has(`rules-chunk ${key[1]} ${id}`), `round ${round}: a chunk is missing`);
        }
      }
    }
    running = false;
    await changing;
  } finally {
    await store.close();
  }
}

function rule(id: string): Rule {
  return {
    id,
    action: "block",
    kind: "domain",
    value: `${id}.example.org`,
    created_at: "2026-11-20T12:00:00Z",
  } as unknown as Rule;
}
