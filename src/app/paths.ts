/** The files and folders that the program works with. A server gets access to these and to no others, where it is started with flags. */
import type { Config } from "./settings/config.ts";
import { SettingError } from "./settings/setting.ts";
import { journalPaths } from "../db/deno_kv/journal/paths.ts";
import { OWNER, TEMPORARY } from "../db/location.ts";
import { lockPath } from "../db/owner/owner_lock.ts";

type PathSettings = Pick<Config, "dataDir" | "store" | "storeRead" | "cityMmdb" | "asnMmdb" | "secretFiles">;

/** The checkout, or its copy inside the compiled program. */
export const PROJECT_DIR = projectPath("../../");

/** Where `deno task data` writes the bundle, in the checkout and inside the compiled program. */
export const BUNDLE_DIR = projectPath("../../build/");

/** The clients that the service hands out, in the checkout and inside the compiled program. */
export const CLIENTS_DIR = projectPath("../../clients/");

/** A thread reads its modules, and the texts they import, when it starts; Deno asks for the permission to read them. */
const MODULES = [projectPath("../"), projectPath("../../data/"), projectPath("../../examples/")];
const POSTGRES = /^postgres(ql)?:\/\//;
const RESOLVERS_FILE = "/etc/resolv.conf";

export function storeLocation(config: Pick<Config, "store" | "dataDir">): string {
  return config.store ?? `${config.dataDir}/winnow.kv`;
}

/** The location of a store that is in a temporary file of the folder, and gone when the process ends. */
export function temporaryStore(folder: string): string {
  return `${TEMPORARY}${folder}`;
}

/** The location of an embedded store that another process of this machine has open, with a socket at this path. */
export function ownerLocation(socket: string): string {
  return `${OWNER}${socket}`;
}

/** The replica to read from; null: there is none. @throws SettingError when it is not a PostgreSQL server */
export function replicaLocation({ store, storeRead }: Pick<Config, "store" | "storeRead">): string | null {
  if (storeRead === null) return null;
  const wrong = [["WINNOW_STORE_READ", storeRead], ["WINNOW_STORE", store ?? ""]]
    .find(([, location]) => !POSTGRES.test(location!));
  if (wrong === undefined) return storeRead;
  throw new SettingError(
    `WINNOW_STORE_READ is a replica of a PostgreSQL store: ${wrong[0]} is not postgres://…`,
  );
}

/** `--allow-read` and `--allow-write` of a server with these settings. */
export function pathFlags(config: PathSettings): { readonly read: string; readonly write: string } {
  const written = [config.dataDir, ...storePaths(config.store ?? ""), ...storePaths(config.storeRead ?? "")];
  const own = [config.cityMmdb, config.asnMmdb, ...config.secretFiles].filter((path) => path !== null);
  return {
    read: listed([...written, ...own, BUNDLE_DIR, CLIENTS_DIR, ...MODULES, RESOLVERS_FILE]),
    write: listed(written),
  };
}

/** The store's file and its journal, or the folder of a PostgreSQL server's socket. SQLite opens the files next to its own without asking Deno. */
function storePaths(location: string): readonly string[] {
  // The socket of the store's owner is in the data folder.
  if (location === "" || location === ":memory:" || /^(https?:\/\/|owner:)/.test(location)) return [];
  if (!POSTGRES.test(location)) return [location, lockPath(location), ...journalPaths(location)];
  const folder = decodeURIComponent(/[?&]host=([^&#]*)/.exec(location)?.[1] ?? "");
  return folder.startsWith("/") ? [folder] : [];
}

/** Deno separates the paths of a flag by commas and cannot escape one: such a path is replaced by the nearest folder above. */
function listed(paths: readonly string[]): string {
  return [...new Set(paths.map((path) => path.includes(",") ? folderAbove(path) : path))].join(",");
}

function folderAbove(path: string): string {
  const above = path.slice(0, path.indexOf(",")).replace(/[^/\\]*$/, "");
  return above === "" ? "." : above;
}

function projectPath(relative: string): string {
  return decodeURIComponent(new URL(relative, import.meta.url).pathname);
}
