/**
 * A user's history as stored: a header and at most 30 rows of fixed size, then the names of browsers and systems, each once. With
 * the longest values it has less than 2 kB (`tests/contract/login/history_size_test.ts`). Times are seconds.
 */
import { DEVICE_CLASSES, NETWORKS } from "../../model/facts/table.ts";
import { type Familiar, MAX_FAMILIAR, type UserHistory } from "../../model/login/history.ts";

const FORMAT = 1;
/** Format, rows, country, network, since, last, log-ins, a new device, a takeover. */
const HEADER_BYTES = 25;
/** Four hashes of 48 bits: of address, subnet, device and agent. */
const HASHES = 4;
const HASH_BYTES = 6;
const HASH_CHARS = 8;
/** Behind the hashes: AS number, country, network, class and mark, browser, its version, system, first, its distance to last, count. */
const FACT_BYTES = 22;
const ROW_BYTES = HASHES * HASH_BYTES + FACT_BYTES;

const BASE64URL = { alphabet: "base64url" } as const;
/** All bits are 0. */
const NO_HASH = "A".repeat(HASH_CHARS);
const NO_INDEX = 0xff;
const NO_COUNTRY = 0;
const CONFIRMED = 0x80;
const MAX_COUNT = 0xffff;
/** Browsers have lower versions. */
const NO_VERSION = 0xffff;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export function packHistory(history: UserHistory): Uint8Array {
  const rows = history.rows.slice(0, MAX_FAMILIAR);
  const names: string[] = [];
  const nameOf = (name: string | null): number => {
    if (name === null) return NO_INDEX;
    const at = names.indexOf(name);
    return at !== -1 ? at : names.push(name) - 1;
  };
  const hashes = rows.map(({ address, subnet, device, agent }) =>
    `${address ?? NO_HASH}${subnet ?? NO_HASH}${device ?? NO_HASH}${agent ?? NO_HASH}`
  );
  const hashed = Uint8Array.fromBase64(hashes.join(""), BASE64URL);
  const facts = new DataView(new ArrayBuffer(rows.length * FACT_BYTES));
  for (const [index, row] of rows.entries()) {
    const at = index * FACT_BYTES;
    const [family, version] = browserParts(row.browser);
    facts.setUint32(at, row.asn ?? 0);
    facts.setUint16(at + 4, countryCode(row.country));
    facts.setUint8(at + 6, indexIn(NETWORKS, row.network));
    facts.setUint8(
      at + 7,
      (indexIn(DEVICE_CLASSES, row.deviceClass) & ~CONFIRMED) | (row.isConfirmed ? CONFIRMED : 0),
    );
    facts.setUint8(at + 8, nameOf(family));
    facts.setUint16(at + 9, version);
    facts.setUint8(at + 11, nameOf(row.os));
    facts.setUint32(at + 12, toSeconds(row.first));
    facts.setUint32(at + 16, toSeconds(row.last) - toSeconds(row.first));
    facts.setUint16(at + 20, Math.min(row.count, MAX_COUNT));
  }
  const text = encoder.encode(names.join("\n"));
  const packed = new Uint8Array(HEADER_BYTES + rows.length * ROW_BYTES + text.length);
  const header = new DataView(packed.buffer);
  header.setUint8(0, FORMAT);
  header.setUint8(1, rows.length);
  header.setUint16(2, countryCode(history.lastCountry));
  header.setUint8(4, indexIn(NETWORKS, history.lastNetwork));
  for (
    const [index, time] of [history.since, history.last, history.strangeAt, history.victimUntil].entries()
  ) {
    header.setUint32(5 + 4 * index, time === null ? 0 : toSeconds(time));
  }
  header.setUint32(21, history.logins);
  packed.set(hashed, HEADER_BYTES);
  packed.set(new Uint8Array(facts.buffer), HEADER_BYTES + hashed.length);
  packed.set(text, HEADER_BYTES + hashed.length + facts.byteLength);
  return packed;
}

export function unpackHistory(packed: Uint8Array): UserHistory {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const count = view.getUint8(1);
  const factsAt = HEADER_BYTES + count * HASHES * HASH_BYTES;
  const hashes = packed.subarray(HEADER_BYTES, factsAt).toBase64(BASE64URL);
  const namesAt = factsAt + count * FACT_BYTES;
  const names = decoder.decode(packed.subarray(namesAt)).split("\n");
  const rows: Familiar[] = [];
  for (let index = 0; index < count; index++) {
    const hash = (part: number) => {
      const from = (index * HASHES + part) * HASH_CHARS;
      const text = hashes.slice(from, from + HASH_CHARS);
      return text === NO_HASH ? null : text;
    };
    const at = factsAt + index * FACT_BYTES;
    const mark = view.getUint8(at + 7);
    const version = view.getUint16(at + 9);
    const family = names[view.getUint8(at + 8)] ?? null;
    const first = view.getUint32(at + 12);
    rows.push({
      address: hash(0),
      subnet: hash(1),
      device: hash(2),
      agent: hash(3),
      asn: view.getUint32(at) || null,
      country: countryFrom(view.getUint16(at + 4)),
      network: NETWORKS[view.getUint8(at + 6)] ?? null,
      browser: family === null || version === NO_VERSION ? family : `${family} ${version}`,
      os: names[view.getUint8(at + 11)] ?? null,
      deviceClass: DEVICE_CLASSES[mark & ~CONFIRMED] ?? null,
      first: first * 1000,
      last: (first + view.getUint32(at + 16)) * 1000,
      count: view.getUint16(at + 20),
      isConfirmed: (mark & CONFIRMED) !== 0,
    });
  }
  const time = (index: number) => view.getUint32(5 + 4 * index) * 1000;
  return {
    since: time(0),
    last: time(1),
    logins: view.getUint32(21),
    lastCountry: countryFrom(view.getUint16(2)),
    lastNetwork: NETWORKS[view.getUint8(4)] ?? null,
    strangeAt: time(2) || null,
    victimUntil: time(3) || null,
    rows,
  };
}

/** "Chrome" and 142 of "Chrome 142". */
function browserParts(browser: string | null): readonly [family: string | null, version: number] {
  const found = / (\d{1,4})$/.exec(browser ?? "");
  return found === null ? [browser, NO_VERSION] : [browser!.slice(0, found.index), Number(found[1])];
}

function indexIn<T>(list: readonly T[], value: T | null): number {
  return value === null ? NO_INDEX : list.indexOf(value);
}

/** Two capital letters. */
function countryCode(country: string | null): number {
  return country === null ? NO_COUNTRY : country.charCodeAt(0) << 8 | country.charCodeAt(1);
}

function countryFrom(code: number): string | null {
  return code === NO_COUNTRY ? null : String.fromCharCode(code >> 8, code & 0xff);
}

function toSeconds(time: number): number {
  return Math.floor(time / 1000);
}
