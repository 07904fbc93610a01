/**
 * Reads the body of a backup of formats 1 and 2: a gzip stream with one line per entry in the order of keys, and a last line with
 * their number and the HMAC-SHA-256 of everything before it, uncompressed, under a key of the service's secret. In format 1 the
 * last line had a SHA-256 instead, which anybody can compute.
 *
 * An entry is `[kind, key, value]`, with its expiry as fourth element if it has one. Kinds: `j` JSON, `t` bytes that are
 * UTF-8 text, `b` bytes in base64, `n` a counter.
 */
import { createHash, createHmac, type Hash, type Hmac } from "node:crypto";
import { AUTHENTICATED, authenticationKey, BackupError, damaged } from "./backup_file.ts";
import type { DumpEntry } from "./dump_entry.ts";
import type { Json, Key } from "../engine.ts";
import { type FileEntry, packEntry } from "./file_entry.ts";

/** An upper bound of a line: 64 KiB of text that needs six characters each in JSON, and a key. */
const MAX_LINE = 600_000;

interface BackupEnd {
  readonly entries: number;
  /** Hex. */
  readonly digest: string;
}

/** What the last line holds. @param secret null only for format 1 */
export function digestOf(format: number, secret: string | null): Hash | Hmac {
  if (format < AUTHENTICATED) return createHash("sha256");
  if (secret === null) throw new TypeError("a backup is authenticated with a secret");
  return createHmac("sha256", authenticationKey(secret));
}

/**
 * The entries, some at a time.
 * @param parts what follows the first line
 * @param firstLine of the file
 * @throws BackupError at the first sign of damage
 */
export async function* entriesOfLines(
  parts: AsyncIterable<Uint8Array<ArrayBuffer>>,
  format: number,
  secret: string | null,
  firstLine: Uint8Array,
): AsyncIterable<readonly FileEntry[]> {
  const hash = digestOf(format, secret).update(firstLine);
  let count = 0;
  let ended = false;
  for await (const lines of linesOf(parts)) {
    const entries: FileEntry[] = [];
    for (const line of lines) {
      if (ended) throw damaged("data follows its end");
      const found = readEntryLine(line);
      if ("digest" in found) {
        if (found.entries !== count) {
          throw damaged(`it should hold ${found.entries} entries and holds ${count}`);
        }
        if (found.digest !== hash.digest("hex")) throw notAuthentic(format);
        ended = true;
        continue;
      }
      hash.update(`${line}\n`);
      count++;
      entries.push(packed(found));
    }
    yield entries;
  }
  if (!ended) throw damaged("its end is missing");
}

async function* linesOf(parts: AsyncIterable<Uint8Array<ArrayBuffer>>): AsyncIterable<readonly string[]> {
  const text = ReadableStream.from(parts).pipeThrough(new DecompressionStream("gzip"))
    .pipeThrough(new TextDecoderStream("utf-8", { fatal: true, ignoreBOM: true }));
  let rest = "";
  try {
    for await (const part of text) {
      const lines = (rest + part).split("\n");
      rest = lines.pop()!;
      if (rest.length > MAX_LINE) throw damaged("a line is too long");
      yield lines;
    }
  } catch (error) {
    // The decompressor and the decoder throw a TypeError for damaged data.
    throw error instanceof TypeError ? damaged(error.message) : error;
  }
  if (rest !== "") throw damaged("its last line is incomplete");
}

function notAuthentic(format: number): BackupError {
  return format < AUTHENTICATED ? damaged("its checksum does not match") : new BackupError(
    "it was changed after it was made, or made with another secret: its authentication code is wrong",
  );
}

/** @throws BackupError for a key that no store can hold */
function packed(entry: DumpEntry): FileEntry {
  try {
    return packEntry(entry);
  } catch (error) {
    throw error instanceof TypeError ? damaged(error.message) : error;
  }
}

/** @throws BackupError */
export function readEntryLine(line: string): DumpEntry | BackupEnd {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    throw damaged("a line is no JSON");
  }
  if (!Array.isArray(parsed)) {
    const { entries, hmac, sha256 = hmac } = (parsed ?? {}) as Record<string, unknown>;
    if (typeof entries !== "number" || typeof sha256 !== "string") throw damaged("a line is no entry");
    return { entries, digest: sha256 };
  }
  const [kind, key, shown, expiresAt = null] = parsed as [string, Key, Json, number | null];
  const rightKey = Array.isArray(key) && key.length > 0 && key.every((part) => typeof part === "string");
  if (!rightKey || (expiresAt !== null && typeof expiresAt !== "number") || parsed.length < 3) {
    throw damaged("an entry has no key");
  }
  return { key, counter: kind === "n", expiresAt, value: valueOf(kind, shown) };
}

function valueOf(kind: string, shown: Json): DumpEntry["value"] {
  if (kind === "j") return shown;
  if (kind === "n" && Number.isSafeInteger(shown) && (shown as number) >= 0) return shown;
  if (kind === "t" && typeof shown === "string") return new TextEncoder().encode(shown);
  if (kind === "b" && typeof shown === "string") {
    try {
      return Uint8Array.fromBase64(shown);
    } catch {
      throw damaged("an entry's bytes are not base64");
    }
  }
  throw damaged(`an entry is of a kind ${JSON.stringify(kind)?.slice(0, 20)}`);
}
