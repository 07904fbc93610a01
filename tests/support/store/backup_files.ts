/** Backup files as anybody could write them, with or without the secret. */
import { digestOf, entryLine, FORMAT } from "../../../src/db/backup/backup_file.ts";
import type { DumpEntry } from "../../../src/db/backup/dump_entry.ts";
import { fingerprintOf } from "../../../src/app/secret.ts";

interface WrittenBackup {
  readonly entries: readonly DumpEntry[];
  /** That it is authenticated with. */
  readonly secret: string;
  readonly format?: number;
  /** In place of the members of a correct header. */
  readonly header?: Readonly<Record<string, unknown>>;
}

/** Complete, in the order of the entries given, and with the right number of them. */
export async function writeBackup(
  path: string,
  { entries, secret, format = FORMAT, header = {} }: WrittenBackup,
) {
  const first = `${
    JSON.stringify({
      winnow_backup: format,
      schema: 1,
      program: "0.1.0",
      made_at: new Date().toISOString(),
      secret_fingerprint: fingerprintOf(secret),
      ...header,
    })
  }\n`;
  const lines = entries.map((entry) => `${entryLine(entry)}\n`).join("");
  const digest = digestOf(format, secret).update(first).update(lines).digest("hex");
  const end = `${JSON.stringify({ entries: entries.length, [format === 1 ? "sha256" : "hmac"]: digest })}\n`;
  const gzip = new Blob([lines + end]).stream().pipeThrough(new CompressionStream("gzip"));
  await Deno.writeFile(
    path,
    new Uint8Array([...new TextEncoder().encode(first), ...await new Response(gzip).bytes()]),
  );
}
