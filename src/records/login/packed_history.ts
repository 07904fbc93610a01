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
/** Hash of the user agent, browser and its version, system, class. */
const AGENT_BYTES = HASH_BYTES + 5;
/** AS number, country, kind. */
const NETWORK_BYTES = 7;
/** Hash of the subnet; device with a mark, agent, network; first, its distance to last, count. */
const ROW_BYTES = HASH_BYTES + 13;

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
  const devices = new Once<string | null>((device) => device ?? "");
  const agents = new Once<Familiar>(({ agent, browser, os, deviceClass }) =>
    `${agent} ${browser} ${os} ${deviceClass}`
  );
  const networks = new Once<Familiar>(({ asn, country, network }) => `${asn} ${country} ${network}`);
  const names = new Once<string>((name) => name);
  const places = rows.map((row) => [devices.at(row.device), agents.at(row), networks.at(row)] as const);
  const browsers = agents.all.map(({ browser, os }) => {
    const [family, version] = browserParts(browser);
    return {
      family: family === null ? NO_INDEX : names.at(family),
      version,
      os: os === null ? NO_INDEX : names.at(os),
    };
  });
  const text = encoder.encode(names.all.join("\n"));
  const out = new Writing(
    HEADER_BYTES + devices.all.length * HASH_BYTES + agents.all.length * AGENT_BYTES +
      networks.all.length * NETWORK_BYTES + rows.length * ROW_BYTES + text.length,
  );
  for (const count of [FORMAT, rows.length, devices.all.length, agents.all.length, networks.all.length]) {
    out.byte(count);
  }
  out.short(countryCode(history.lastCountry)).byte(indexIn(NETWORKS, history.lastNetwork)).long(
    history.logins,
  );
  const { since, last, strangeAt, victimUntil } = history;
  for (const time of [since, last, strangeAt, victimUntil]) out.long(time === null ? 0 : toSeconds(time));
  for (const device of devices.all) out.hash(device);
  for (const [index, { agent, deviceClass }] of agents.all.entries()) {
    const { family, version, os } = browsers[index]!;
    out.hash(agent).byte(family).short(version).byte(os).byte(indexIn(DEVICE_CLASSES, deviceClass));
  }
  for (const { asn, country, network } of networks.all) {
    out.long(asn ?? 0).short(countryCode(country)).byte(indexIn(NETWORKS, network));
  }
  for (const [index, { subnet, first, last, count, isConfirmed }] of rows.entries()) {
    const [device, agent, network] = places[index]!;
    out.hash(subnet).byte(device | (isConfirmed ? CONFIRMED : 0)).byte(agent).byte(network);
    out.long(toSeconds(first)).long(toSeconds(last) - toSeconds(first)).short(Math.min(count, MAX_COUNT));
  }
  return out.bytes(text);
}

export function unpackHistory(packed: Uint8Array): UserHistory {
  const from = new Reading(packed);
  from.byte();
  const [rowCount, deviceCount, agentCount, networkCount] = [
    from.byte(),
    from.byte(),
    from.byte(),
    from.byte(),
  ];
  const [lastCountry, lastNetwork] = [countryFrom(from.short()), NETWORKS[from.byte()] ?? null];
  const logins = from.long();
  const [since, last, strangeAt, victimUntil] = [from.time(), from.time(), from.time(), from.time()];
  const names = from.textBehind(
    deviceCount * HASH_BYTES + agentCount * AGENT_BYTES + networkCount * NETWORK_BYTES + rowCount * ROW_BYTES,
  );
  const devices = times(deviceCount, () => from.hash());
  const agents = times(agentCount, () => {
    const agent = from.hash();
    const family = names[from.byte()] ?? null;
    const version = from.short();
    const browser = family === null || version === NO_VERSION ? family : `${family} ${version}`;
    return {
      agent,
      browser,
      os: names[from.byte()] ?? null,
      deviceClass: DEVICE_CLASSES[from.byte()] ?? null,
    };
  });
  const networks = times(networkCount, () => ({
    asn: from.long() || null,
    country: countryFrom(from.short()),
    network: NETWORKS[from.byte()] ?? null,
  }));
  const rows = times(rowCount, (): Familiar => {
    const subnet = from.hash();
    const device = from.byte();
    const place = { ...agents[from.byte()]!, ...networks[from.byte()]! };
    const first = from.time();
    return {
      ...place,
      subnet,
      device: devices[device & ~CONFIRMED]!,
      first,
      last: first + from.time(),
      count: from.short(),
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

/** Values, equal ones once. */
class Once<T> {
  readonly all: T[] = [];
  readonly #indexes = new Map<string, number>();
  readonly #nameOf: (value: T) => string;

  constructor(nameOf: (value: T) => string) {
    this.#nameOf = nameOf;
  }

  at(value: T): number {
    const name = this.#nameOf(value);
    const known = this.#indexes.get(name);
    if (known !== undefined) return known;
    this.#indexes.set(name, this.all.length);
    return this.all.push(value) - 1;
  }
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

  hash(text: string | null): this {
    this.#packed.subarray(this.#at).setFromBase64(text ?? NO_HASH, BASE64URL);
    this.#at += HASH_BYTES;
    return this;
  }

  /** The whole, with these at its end. */
  bytes(end: Uint8Array): Uint8Array {
    this.#packed.set(end, this.#at);
    return this.#packed;
  }
}

class Reading {
  readonly #packed: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(packed: Uint8Array) {
    this.#packed = packed;
    this.#view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
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

  hash(): string | null {
    const text = this.#packed.subarray(this.#at, this.#at + HASH_BYTES).toBase64(BASE64URL);
    this.#at += HASH_BYTES;
    return text === NO_HASH ? null : text;
  }

  /** Names behind so many bytes, which stay unread. */
  textBehind(length: number): readonly string[] {
    return decoder.decode(this.#packed.subarray(this.#at + length)).split("\n");
  }
}

function times<T>(count: number, make: () => T): T[] {
  return Array.from({ length: count }, make);
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
