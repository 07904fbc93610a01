/** The dump of a PostgreSQL store: one transaction, which sees one snapshot. */
import type { TakeEntries } from "../backup/dump_entry.ts";
import { rangeBelow } from "../key_bytes.ts";
import { PostgresLink } from "./connection.ts";
import { entryOf, KIND, NEVER, prepareTable, SCAN } from "./table.ts";

/** A row may be 60 KB. */
const ROWS = 200;

export async function dumpPostgres(url: string, take: TakeEntries, now = Date.now()): Promise<void> {
  const link = new PostgresLink(url, { connections: 1 });
  try {
    await prepareTable(link);
    await link.longTransaction("isolation level repeatable read read only", async (ask) => {
      const { from: first, to } = rangeBelow([]);
      for (let from = first;;) {
        const { rows } = await ask(SCAN.forward, [from, to, now, ROWS]);
        await take(rows.map((row) => {
          const { key, value } = entryOf(row);
          const expiresAt = Number(row.expires_at);
          return {
            key,
            value,
            counter: row.kind === KIND.counter,
            expiresAt: expiresAt === NEVER ? null : expiresAt,
          };
        }));
        if (rows.length < ROWS) return;
        const last = rows.at(-1)!.key as Uint8Array;
        from = new Uint8Array([...last, 0]);
      }
    });
  } finally {
    await link.close();
  }
}
