/** The settings of the store: rows of the table in `config.ts`. */
import { integer, optional, setting } from "./setting.ts";

const SCHEME = /^([a-z][a-z0-9+.-]*):\/\//i;
/** The last one is what `serve` gives its workers: with a data folder at `//…` it looks like a URL. */
const SCHEMES: ReadonlySet<string> = new Set(["https", "http", "postgres", "postgresql", "owner"]);

/** A path that looks like a URL is probably a misspelt one. @throws Error, which does not show what may have a password */
function location(text: string): string | null {
  const scheme = SCHEME.exec(text)?.[1];
  if (scheme === undefined || SCHEMES.has(scheme)) return optional(text);
  throw new Error("a path, :memory:, https://… (KV Connect) or postgres://…");
}

export const STORE_SETTINGS = {
  store: setting({
    name: "WINNOW_STORE",
    shown: "a Deno KV file in the data folder",
    secret: true,
    about: "A path, `:memory:`, `https://…` (KV Connect) or `postgres://…`",
    parse: location,
  }),
  storeRead: setting({
    name: "WINNOW_STORE_READ",
    shown: "none",
    secret: true,
    about:
      "A replica of the PostgreSQL store, `postgres://…`: read for the overview, the summary of outcomes, dry runs and backups",
    parse: optional,
  }),
  storeReadMaxLag: setting({
    name: "WINNOW_STORE_READ_MAX_LAG",
    default: "60",
    about:
      "Seconds that the replica may be behind: further behind, the primary is read instead, and `winnow backup` refuses",
    parse: integer(1, 86_400),
  }),
  backupKey: setting({
    name: "WINNOW_BACKUP_KEY",
    shown: "none",
    secret: true,
    about:
      "Key or passphrase that `winnow backup` encrypts with and `winnow restore` decrypts with, at least 16 characters",
    parse: (text) => {
      if (text !== "" && text.length < 16) throw new Error("at least 16 characters long");
      return optional(text);
    },
  }),
  backupDays: setting({
    name: "WINNOW_BACKUP_DAYS",
    default: "30",
    about: "How long you keep backups: for so many days after an erasure its receipt says that it is pending",
    parse: integer(0, 3650),
  }),
  storeConnections: setting({
    name: "WINNOW_STORE_CONNECTIONS",
    default: "4",
    about: "Connections of each process to a PostgreSQL store, and as many to its replica",
    parse: integer(1, 100),
  }),
} as const;
