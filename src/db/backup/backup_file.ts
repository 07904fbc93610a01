/**
 * The file of a backup: one line of uncompressed JSON (the header), then its entries, of format 3 as `block_file.ts` says, of
 * earlier ones as `line_file.ts` does. It does not depend on the engine. A file that continues another one holds what changed
 * since that was made.
 */
import { createHmac } from "node:crypto";
import { count, list, object, orNull, shape, text } from "../shape.ts";

export const FORMAT = 3;
/** The first format of blocks, whose files have ids and can be continued. */
export const BLOCKS = 3;
/** The first format whose files are authenticated. */
export const AUTHENTICATED = 2;

/** The file is not a complete backup of a supported version; the message has the reason. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

/** Which file a file continues. */
interface Continued {
  readonly id: string;
  /** Its name, without the folder, when this one was made. */
  readonly file: string;
  /** The id of the whole backup that the chain begins with. */
  readonly base: string;
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
  /** Of this file; since format 3. */
  readonly id?: string;
  /** Absent: a whole backup. */
  readonly continues?: Continued;
}

/** The key that all files are authenticated with. */
export function authenticationKey(secret: string): Uint8Array {
  return createHmac("sha256", secret).update("winnow backup authentication").digest();
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
  const hasId = (header.id === undefined) === (header.winnow_backup < BLOCKS);
  if (!isHeader(header) || !hasId) throw damaged("its first line is not that of a backup");
  return header as BackupHeader;
}

const isHeader = object({
  winnow_backup: count,
  schema: count,
  program: text,
  made_at: shape((value) => typeof value === "string" && Number.isFinite(Date.parse(value))),
  secret_fingerprint: orNull(text),
}, {
  secret: text,
  previous_secrets: list(text),
  id: text,
  continues: object({ id: text, file: text, base: text }),
});

export function damaged(why: string): BackupError {
  return new BackupError(`it is damaged or cut short: ${why}`);
}
