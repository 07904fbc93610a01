/** Backup files as anybody could write them, with or without the secret. */
import { BLOCKS, FORMAT } from "../../../src/db/backup/backup_file.ts";
import { BlockWriter } from "../../../src/db/backup/block_file.ts";
import type { DumpEntry } from "../../../src/db/backup/dump_entry.ts";
import { type FileEntry, packEntry } from "../../../src/db/backup/file_entry.ts";
import { digestOf } from "../../../src/db/backup/line_file.ts";
import { rangeBelow } from "../../../src/db/key_bytes.ts";
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
  const first = new TextEncoder().encode(`${
    JSON.stringify({
      winnow_backup: format,
      schema: 1,
      program: "0.1.0",
      made_at: new Date().toISOString(),
      secret_fingerprint: fingerprintOf(secret),
      ...format < BLOCKS ? {} : { id: crypto.randomUUID() },
      ...header,
    })
  }\n`);
  const body = format < BLOCKS
    ? await linesOf(entries, format, secret, first)
    : await blocksOf(entries.map(packedAnyhow), secret, first);
  await Deno.writeFile(path, new Uint8Array([...first, ...body]));
}

async function linesOf(entries: readonly DumpEntry[], format: number, secret: string, first: Uint8Array) {
  const lines = entries.map((entry) => `${entryLine(entry)}\n`).join("");
  const digest = digestOf(format, secret).update(first).update(lines).digest("hex");
  const end = `${JSON.stringify({ entries: entries.length, [format === 1 ? "sha256" : "hmac"]: digest })}\n`;
  const gzip = new Blob([lines + end]).stream().pipeThrough(new CompressionStream("gzip"));
  return await new Response(gzip).bytes();
}

/** The body of a file: its blocks, of which each has the entries that fit. */
export async function blocksOf(
  entries: readonly FileEntry[],
  secret: string,
  first: Uint8Array,
): Promise<Uint8Array> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const writer = new BlockWriter((bytes) => Promise.resolve(void parts.push(bytes.slice())), secret, first);
  for (const entry of entries) {
    if (writer.isFull) await writer.write();
    writer.put(entry);
  }
  await writer.write(true);
  return await new Blob(parts).bytes();
}

/** Also with a key that is too long. */
function packedAnyhow(entry: DumpEntry): FileEntry {
  const key = rangeBelow(entry.key).from.slice(0, -1);
  return { ...packEntry({ ...entry, key: ["any"] }), key };
}

/** As formats 1 and 2 have it. */
export function entryLine({ key, value, counter, expiresAt }: DumpEntry): string {
  const [kind, shown] = counter
    ? ["n", value as number]
    : value instanceof Uint8Array
    ? bytesShown(value)
    : ["j", value];
  return JSON.stringify(expiresAt === null ? [kind, key, shown] : [kind, key, shown, expiresAt]);
}

function bytesShown(bytes: Uint8Array): [string, string] {
  try {
    return ["t", new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)];
  } catch {
    return ["b", bytes.toBase64()];
  }
}
