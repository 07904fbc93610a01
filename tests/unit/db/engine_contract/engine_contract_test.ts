/** The engines on the rows of the contract. */
import { openDenoKv } from "../../../../src/db/deno_kv/deno_kv.ts";
import { MemoryEngine } from "../../../../src/db/memory.ts";
import { StoreOwner } from "../../../../src/db/owner/owner.ts";
import { RemoteEngine } from "../../../../src/db/owner/remote_engine.ts";
import { SummingEngine } from "../../../../src/db/owner/summing_engine.ts";
import { inFolder } from "../../../support/folder.ts";
import { postgresTest } from "../../../support/servers/postgres.ts";
import { sharedPostgres } from "../../../support/servers/shared_postgres.ts";
import { READS } from "./reads.ts";
import type { ContractRow, Place } from "./row.ts";
import { SHARED } from "./shared.ts";
import { SUMS } from "./sums.ts";
import { WRITES } from "./writes.ts";
import { openPostgres } from "../../../support/store/engines.ts";

Deno.test("Deno KV in memory keeps the engine's contract", async (t) => {
  for (const row of [...READS, ...WRITES]) {
    await t.step(row.name, () => onPlace(row, { open: () => openDenoKv(":memory:") }));
  }
});

Deno.test("the engine in memory keeps the engine's contract", async (t) => {
  for (const row of [...READS, ...WRITES, ...SUMS]) {
    const open = () => Promise.resolve(new MemoryEngine(Date.now));
    await t.step(row.name, () => onPlace(row, { open }));
  }
});

Deno.test("Deno KV in a file keeps the engine's contract", async (t) => {
  for (const row of [...READS, ...WRITES, ...SHARED]) {
    await t.step(
      row.name,
      () => inFolder((folder) => onPlace(row, { open: () => openDenoKv(`${folder}/store.kv`) })),
    );
  }
});

Deno.test("an embedded store that another process has open keeps the engine's contract", async (t) => {
  for (const row of [...READS, ...WRITES, ...SHARED, ...SUMS.filter(({ isOver }) => isOver !== true)]) {
    await t.step(row.name, () =>
      inFolder(async (folder) => {
        const engine = await SummingEngine.open({
          engine: await openDenoKv(`${folder}/store.kv`),
          sums: [["sighting"]],
          now: Date.now,
        });
        const owner = new StoreOwner(engine, `${folder}/socket`);
        try {
          await onPlace(row, { open: () => Promise.resolve(new RemoteEngine(`${folder}/socket`)) });
        } finally {
          await owner.close();
          await engine.close();
        }
      }));
  }
});

postgresTest("PostgreSQL keeps the engine's contract", async (t) => {
  await using server = await sharedPostgres();
  for (const row of [...READS, ...WRITES, ...SHARED, ...SUMS]) {
    await t.step(row.name, async () => {
      const url = await server.database();
      await onPlace(row, { open: () => openPostgres(url) });
    });
  }
});

async function onPlace(row: ContractRow, place: Place): Promise<void> {
  const engine = await place.open();
  try {
    await row.run(engine, place);
  } finally {
    await engine.close();
  }
}
