/** Opens every MaxMind DB of the corpora as an operator's own file: each must be readable or refused, within time and memory. */
import { parseAddress } from "../src/model/address/address.ts";
import { openAsnMmdb, openCityMmdb } from "../src/feeds/tables/mmdb.ts";
import type { MeasureRow } from "./measure_ip.ts";

const ADDRESSES = [
  "1.1.1.1",
  "81.2.69.142",
  "2.125.160.216",
  "1.128.0.0",
  "2001:218::1",
  "2a02:ffc0::",
  "::2:0:40",
]
  .map((text) => parseAddress(text)!);
const MAX_MILLISECONDS = 1000;
const MAX_GROWTH = 64 * 2 ** 20;

export function measureMmdb(corpora: string): MeasureRow[] {
  const root = `${corpora}/mmdb-test-data`;
  return [
    share(
      "MMDB test data, readable",
      filesIn(`${root}/test-data`),
      (path) => openAndLookUp(path) === "answered",
    ),
    share("MMDB bad data, refused or answered without harm", filesIn(`${root}/bad-data`), (path) => {
      openAndLookUp(path);
      return true;
    }),
  ];
}

function share(metric: string, paths: readonly string[], passes: (path: string) => boolean): MeasureRow {
  const passed = paths.filter((path) => unharmed(() => passes(path)));
  const value = paths.length === 0 ? null : 100 * passed.length / paths.length;
  return { metric, value, target: ">= 100", ok: value === 100 };
}

/** Runs in time and in memory, and does not throw. */
function unharmed(run: () => boolean): boolean {
  const started = performance.now();
  const before = Deno.memoryUsage().rss;
  try {
    return run() && performance.now() - started < MAX_MILLISECONDS &&
      Deno.memoryUsage().rss - before < MAX_GROWTH;
  } catch {
    return false;
  }
}

function openAndLookUp(path: string): "answered" | "refused" {
  let outcome: "answered" | "refused" = "answered";
  for (const open of [openCityMmdb, openAsnMmdb]) {
    try {
      const table = open(path);
      for (const address of ADDRESSES) table.lookup(address);
    } catch (error) {
      if (!(error as Error).message.startsWith(`the MMDB file ${path} is refused: `)) throw error;
      outcome = "refused";
    }
  }
  return outcome;
}

function filesIn(folder: string): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) => {
    if (isDirectory) return filesIn(`${folder}/${name}`);
    return name.endsWith(".mmdb") ? [`${folder}/${name}`] : [];
  });
}
