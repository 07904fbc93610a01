/**
 * A user's history as bytes. What rows have in common is stored once: devices, browsers, networks, and the names in them. With the
 * longest values it has less than 2 kB (`tests/contract/login/history_size_test.ts`). Times are seconds.
 */
import { DEVICE_CLASSES, NETWORKS } from "../../model/facts/table.ts";
import { type Familiar, MAX_FAMILIAR, type UserHistory } from "../../model/login/history.ts";

const FORMAT = 1;
/** Format; numbers of rows, devices, browsers and networks; last country and network; log-ins; four times. */
const HEADER_BYTES = 28;
/** Hashes have 48 bits. */
const HASH_BYTES = 6;
const HASH_CHARS = 8;
/** Browser and its version, system, class; its hash is apart. */
const AGENT_BYTES = 5;
/** AS number, country, kind. */
const NETWORK_BYTES = 7;
/** Device with a mark, agent, network; first, its distance to last, count; the hash of the subnet is apart. */
const ROW_BYTES = 13;

const BASE64URL = { alphabet: "base64url" } as const;
/** All bits are 0. */
const NO_HASH = "A".repeat(HASH_CHARS);
const NO_INDEX = 0xff;
const NO_COUNTRY = 0;
/** In the byte of the device. */
const CONFIRMED = 0x80;
const MAX_COUNT = 0xffff;
/** Browsers have lower versions. */
const NO_VERSION = 0xffff;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export function packHistory(history: UserHistory): Uint8Array {
  const rows = history.rows.slice(0, MAX_FAMILIAR);
  const devices: (string | null)[] = [];
  const agents: Familiar[] = [];
  const networks: Familiar[] = [];
  const indexes: number[] = [];
  for (const row of rows) {
    const device = indexOf(devices, row.device, isSame);
    indexes.push(device, indexOf(agents, row, hasSameAgent), indexOf(networks, row, hasSameNetwork));
  }
  const names: string[] = [];
  const nameOf = (name: string | null) => name === null ? NO_INDEX : indexOf(names, name, isSame);
  const browsers = agents.map(({ browser, os }) => {
    const [family, version] = browserParts(browser);
    return [nameOf(family), version, nameOf(os)] as const;
  });
  const text = encoder.encode(names.join("\n"));
  const hashCount = devices.length + agents.length + rows.length;
  const out = new Writing(
    HEADER_BYTES + hashCount * HASH_BYTES + agents.length * AGENT_BYTES + networks.length * NETWORK_BYTES +
      rows.length * ROW_BYTES + text.length,
  );
  out.byte(FORMAT).byte(rows.length).byte(devices.length).byte(agents.length).byte(networks.length);
  out.short(countryCode(history.lastCountry)).byte(indexIn(NETWORKS, history.lastNetwork));
  out.long(history.logins);
  const { since, last, strangeAt, victimUntil } = history;
  for (const time of [since, last, strangeAt, victimUntil]) out.long(time === null ? 0 : toSeconds(time));
  let hashes = "";
  for (const device of devices) hashes += device ?? NO_HASH;
  for (const { agent } of agents) hashes += agent ?? NO_HASH;
  for (const { subnet } of rows) hashes += subnet ?? NO_HASH;
  out.hashes(hashes, hashCount);
  for (const [index, [family, version, os]] of browsers.entries()) {
    out.byte(family).short(version).byte(os).byte(indexIn(DEVICE_CLASSES, agents[index]!.deviceClass));
  }
  for (const { asn, country, network } of networks) {
    out.long(asn ?? 0).short(countryCode(country)).byte(indexIn(NETWORKS, network));
  }
  for (const [index, { first, last, count, isConfirmed }] of rows.entries()) {
    out.byte(indexes[3 * index]! | (isConfirmed ? CONFIRMED : 0)).byte(indexes[3 * index + 1]!);
    out.byte(indexes[3 * index + 2]!).long(toSeconds(first)).long(toSeconds(last) - toSeconds(first));
    out.short(Math.min(count, MAX_COUNT));
  }
  return out.end(text);
}

export function unpackHistory(packed: Uint8Array): UserHistory {
  const header = new Reading(packed, 1);
  const rowCount = header.byte();
  const [deviceCount, agentCount, networkCount] = [header.byte(), header.byte(), header.byte()];
  const [lastCountry, lastNetwork] = [countryFrom(header.short()), NETWORKS[header.byte()] ?? null];
  const logins = header.long();
  const [since, last, strangeAt, victimUntil] = [header.time(), header.time(), header.time(), header.time()];
  const sharedAt = HEADER_BYTES + (deviceCount + agentCount + rowCount) * HASH_BYTES;
  const factsAt = sharedAt + agentCount * AGENT_BYTES + networkCount * NETWORK_BYTES;
  const names = decoder.decode(packed.subarray(factsAt + rowCount * ROW_BYTES)).split("\n");
  const hashes = packed.subarray(HEADER_BYTES, sharedAt).toBase64(BASE64URL);
  const hash = (index: number): string | null => {
    const text = hashes.slice(index * HASH_CHARS, (index + 1) * HASH_CHARS);
    return text === NO_HASH ? null : text;
  };
  const shared = new Reading(packed, sharedAt);
  const agents = times(agentCount, (index) => {
    const family = names[shared.byte()] ?? null;
    const version = shared.short();
    return {
      agent: hash(deviceCount + index),
      browser: family === null || version === NO_VERSION ? family : `${family} ${version}`,
      os: names[shared.byte()] ?? null,
      deviceClass: DEVICE_CLASSES[shared.byte()] ?? null,
    };
  });
  const networks = times(networkCount, () => ({
    asn: shared.long() || null,
    country: countryFrom(shared.short()),
    network: NETWORKS[shared.byte()] ?? null,
  }));
  const facts = new Reading(packed, factsAt);
  const rows = times(rowCount, (index): Familiar => {
    const device = facts.byte();
    const { agent, browser, os, deviceClass } = agents[facts.byte()]!;
    const { asn, country, network } = networks[facts.byte()]!;
    const first = facts.time();
    return {
      subnet: hash(deviceCount + agentCount + index),
      asn,
      country,
      network,
      device: hash(device & ~CONFIRMED),
      agent,
      browser,
      os,
      deviceClass,
      first,
      last: first + facts.time(),
      count: facts.short(),
      isConfirmed: (device & CONFIRMED) !== 0,
    };
  });
  return {
    since,
    last,
    logins,
    lastCountry,
    lastNetwork,
    strangeAt: strangeAt || null,
    victimUntil: victimUntil || null,
    rows,
  };
}

/** Of an equal value; it is added where there is none. */
function indexOf<T>(all: T[], value: T, isEqual: (one: T, other: T) => boolean): number {
  for (let at = 0; at < all.length; at++) if (isEqual(all[at]!, value)) return at;
  return all.push(value) - 1;
}

function isSame<T>(one: T, other: T): boolean {
  return one === other;
}

function hasSameAgent(one: Familiar, other: Familiar): boolean {
  return one.agent === other.agent && one.browser === other.browser && one.os === other.os &&
    one.deviceClass === other.deviceClass;
}

function hasSameNetwork(one: Familiar, other: Familiar): boolean {
  return one.asn === other.asn && one.country === other.country && one.network === other.network;
}

class Writing {
  readonly #packed: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(length: number) {
    this.#packed = new Uint8Array(length);
    this.#view = new DataView(this.#packed.buffer);
  }

  byte(value: number): this {
    this.#view.setUint8(this.#at++, value);
    return this;
  }

  short(value: number): this {
    this.#view.setUint16(this.#at, value);
    this.#at += 2;
    return this;
  }

  long(value: number): this {
    this.#view.setUint32(this.#at, value);
    this.#at += 4;
    return this;
  }

  hashes(text: string, count: number): void {
    const to = this.#at + count * HASH_BYTES;
    this.#packed.subarray(this.#at, to).setFromBase64(text, BASE64URL);
    this.#at = to;
  }

  /** The whole, with these at its end. */
  end(bytes: Uint8Array): Uint8Array {
    this.#packed.set(bytes, this.#at);
    return this.#packed;
  }
}

class Reading {
  readonly #view: DataView;
  #at: number;

  constructor(packed: Uint8Array, at: number) {
    this.#view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
    this.#at = at;
  }

  byte(): number {
    return this.#view.getUint8(this.#at++);
  }

  short(): number {
    this.#at += 2;
    return this.#view.getUint16(this.#at - 2);
  }

  long(): number {
    this.#at += 4;
    return this.#view.getUint32(this.#at - 4);
  }

  /** In milliseconds. */
  time(): number {
    return this.long() * 1000;
  }
}

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
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
