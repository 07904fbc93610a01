/** Columns that are made of others. */
import { type BoardColumn, DEVICE_KIND, OLD_BROWSER } from "./board.ts";

/** Browsers have a new version every four weeks: people keep one for less than a year. */
const OLD_VERSIONS = 12;
const MIN_ROWS = 5;
/** Of a browser's sign-ups that are of its newest version or a later one: a few can claim a version that there is not. */
const NEWEST_SHARE = 0.1;

/** With browsers and their systems together; of versions of browsers only the old ones are left. */
export function withDerived(columns: readonly BoardColumn[]): readonly BoardColumn[] {
  const named = (name: string) => columns.find((column) => column.name === name);
  const [browser, os, major] = [named("device.browser"), named("device.os"), named(OLD_BROWSER)];
  if (browser === undefined) return columns.filter((column) => column !== major);
  const common = named("device.is_common");
  const derived = columns.map((column) => {
    if (column === major) return oldVersions(browser, column);
    return column.name === "dimension.device" && common !== undefined ? ownIds(column, common) : column;
  });
  return os === undefined ? derived : [...derived, kinds(browser, os)];
}

/** Without ids that many devices have. */
function ownIds(devices: BoardColumn, common: BoardColumn): BoardColumn {
  const isCommon = common.values.indexOf(true) + 1;
  if (isCommon === 0) return devices;
  return { ...devices, codes: devices.codes.map((code, row) => common.codes[row] === isCommon ? 0 : code) };
}

function kinds(browser: BoardColumn, os: BoardColumn): BoardColumn {
  const numbers = new Map<number, number>();
  const values: string[] = [];
  const codes = new Uint32Array(browser.codes.length);
  for (let row = 0; row < codes.length; row++) {
    const [one, other] = [browser.codes[row]!, os.codes[row]!];
    if (one === 0 || other === 0) continue;
    const key = one * (os.values.length + 1) + other;
    let code = numbers.get(key);
    if (code === undefined) {
      numbers.set(key, code = values.push(`${browser.values[one - 1]} on ${os.values[other - 1]}`));
    }
    codes[row] = code;
  }
  return { name: DEVICE_KIND, family: "device", spread: "few", values, codes };
}

function oldVersions(browser: BoardColumn, major: BoardColumn): BoardColumn {
  const size = major.values.length + 1;
  const counts = new Uint32Array((browser.values.length + 1) * size);
  for (let row = 0; row < major.codes.length; row++) {
    counts[browser.codes[row]! * size + major.codes[row]!]!++;
  }
  const versions = major.values.map((value, at) => ({ version: Number(value), code: at + 1 }))
    .sort((one, other) => other.version - one.version);
  const newest = [0, ...browser.values].map((_, code) => {
    const of = counts.subarray(code * size, (code + 1) * size);
    const least = Math.max(MIN_ROWS, NEWEST_SHARE * of.subarray(1).reduce((sum, count) => sum + count, 0));
    let rows = 0;
    return versions.find((each) => (rows += of[each.code]!) >= least)?.version ?? 0;
  });
  const codes = new Uint32Array(major.codes.length);
  for (let row = 0; row < codes.length; row++) {
    const code = major.codes[row]!;
    const isOld = code > 0 && Number(major.values[code - 1]) <= newest[browser.codes[row]!]! - OLD_VERSIONS;
    if (isOld) codes[row] = code;
  }
  return { ...major, codes };
}
