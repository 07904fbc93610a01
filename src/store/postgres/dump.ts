/** The dump of a PostgreSQL store: one transaction, which sees one snapshot. */
import type { EntrySink } from "../backup/dump_entry.ts";
import { rangeBelow, successor } from "../key_bytes.ts";
import { PostgresLink } from "./connection.ts";
import { entryOf, KIND, NEVER, prepareTable, SCAN } from "./table.ts";

/** A row may be 60 KB. */
const ROWS_PER_PAGE = 200;

export async function dumpPostgres(url: string, take: EntrySink, now = Date.now()): Promise<void> {
  const link = new PostgresLink(url, { connections: 1 });
  try {
    await prepareTable(link);
    await link.longTransaction("isolation level repeatable read read only", async (run) => {
      const { from: first, to } = rangeBelow([]);
      for (let from = first;;) {
        const { rows } = await run(SCAN.forward, [from, to, now, ROWS_PER_PAGE]);
        await take(rows.map((row) => {
          const { key, value } = entryOf(row);
          const expiry = Number(row.expires_at);
          const expiresAt = expiry === NEVER ? null : expiry;
          return { key, value, counter: row.kind === KIND.counter, expiresAt };
        }));
        if (rows.length < ROWS_PER_PAGE) return;
        from = successor(rows.at(-1)!.key as Uint8Array);
      }
    });
  } finally {
    await link.close();
  }
}
