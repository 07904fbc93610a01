/**
 * The file format of a backup: one line of uncompressed JSON (the header), then a gzip stream with one line per entry in the
 * order of keys, and a last line with their number and the HMAC-SHA-256 of everything before it, uncompressed, under a key of
 * the service's secret. It does not depend on the engine. In format 1 the last line had a SHA-256 instead, which anybody can
 * compute.
 *
 * An entry is `[kind, key, value]`, with its expiry as fourth element if it has one. Kinds: `j` JSON, `t` bytes that are
 * UTF-8 text, `b` bytes in base64, `n` a counter.
 */
import { createHash, createHmac, type Hash, type Hmac } from "node:crypto";
import type { DumpEntry } from "./dump_entry.ts";
import type { Json, Key } from "../engine.ts";
import { count, list, object, orNull, shape, text } from "../shape.ts";

export const FORMAT = 2;
/** The first format whose files are authenticated. */
export const AUTHENTICATED = 2;
/** An upper bound of a line: 64 KiB of text that needs six characters each in JSON, and a key. */
export const MAX_LINE = 600_000;

/** The file is not a complete backup of a supported version; the message has the reason. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

export interface BackupHeader {
  readonly winnow_backup: number;
  /** The store's schema. */
  readonly schema: number;
  readonly program: string;
  /** RFC 3339. */
  readonly made_at: string;
  /** Identifies the secret without revealing it. Null only in format 1. */
  readonly secret_fingerprint: string | null;
  /** The secret itself; present when the backup was made with it. */
  readonly secret?: string;
  /** Earlier secrets that the data still needs, newest first, in addition to the secret. */
  readonly previous_secrets?: readonly string[];
}

interface BackupEnd {
  readonly entries: number;
  /** Hex. */
  readonly digest: string;
}

/** What the last line holds. @param secret null only for format 1 */
export function digestOf(format: number, secret: string | null): Hash | Hmac {
  if (format < AUTHENTICATED) return createHash("sha256");
  if (secret === null) throw new TypeError("a backup is authenticated with a secret");
  return createHmac("sha256", createHmac("sha256", secret).update("winnow backup authentication").digest());
}

export function endLine({ entries, digest }: BackupEnd): string {
  return JSON.stringify({ entries, hmac: digest });
}

export function entryLine({ key, value, counter, expiresAt }: DumpEntry): string {
  const [kind, shown] = counter
    ? ["n", value as number]
    : value instanceof Uint8Array
    ? bytesShown(value)
    : ["j", value];
  return JSON.stringify(expiresAt === null ? [kind, key, shown] : [kind, key, shown, expiresAt]);
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

function bytesShown(bytes: Uint8Array): [string, string] {
  if (bytes.includes(0)) return ["b", bytes.toBase64()]; // hardly text, and refusing it takes the decoder long
  try {
    return ["t", new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)];
  } catch {
    return ["b", bytes.toBase64()];
  }
}

/** @throws BackupError when it is not a backup or a newer one. @param line the file's first */
export function readHeader(line: string, schema: number): BackupHeader {
  let header: Partial<BackupHeader> | null = null;
  try {
    header = JSON.parse(line);
  } catch {
    // Reported below.
  }
  if (typeof header?.winnow_backup !== "number") throw new BackupError("it is not a Winnow backup");
  if (header.winnow_backup > FORMAT || (header.schema ?? 0) > schema) {
    throw new BackupError(
      `it was made by a newer version (${header.program}, format ${header.winnow_backup}, schema ${header.schema}; ` +
        `this program reads format ${FORMAT} and schema ${schema})`,
    );
  }
  if (!isHeader(header)) throw damaged("its first line is not that of a backup");
  return header as BackupHeader;
}

const isHeader = object({
  winnow_backup: count,
  schema: count,
  program: text,
  made_at: shape((value) => typeof value === "string" && Number.isFinite(Date.parse(value))),
  secret_fingerprint: orNull(text),
}, { secret: text, previous_secrets: list(text) });

export function damaged(why: string): BackupError {
  return new BackupError(`it is damaged or cut short: ${why}`);
}
