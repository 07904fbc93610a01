/** Log-ins that were asked about, by account and request id, which begins with its time. */
import type { Engine, Entry, Json } from "../../db/engine.ts";
import { changeOf } from "../../db/commit/change.ts";
import {
  entriesIn,
  entriesValue,
  MAX_OPEN_MS,
  type PackedEntries,
  type PackingWrite,
} from "../../db/commit/packed_entries.ts";
import { DAY_MS } from "../../model/duration.ts";
import { DEVICE_CLASSES, NETWORKS } from "../../model/facts/table.ts";
import type { LoginAttempt } from "../../model/login/login.ts";
import { requestIdFrom, requestIdOf } from "../agents/decisions.ts";
import type { Change } from "../change.ts";
import { bytes, either, flag, list, number, oneOf, orNull, record, text, tuple } from "../define.ts";
import { requestTime } from "../scores/request_id.ts";
import { toldOf } from "../../db/cluster/told_lists.ts";

/** Outcomes may come this long. */
const KEPT_MS = 30 * DAY_MS;

type Packed = readonly [
  mode: "live" | "test",
  at: number,
  user: string,
  succeeded: boolean | null,
  isStrange: boolean,
  score: number,
  texts: readonly (string | null)[],
  asn: number | null,
];

export interface StoredLogin extends LoginAttempt {
  readonly mode: "live" | "test";
  readonly score: number;
}

export const LOGIN_ATTEMPT = record({
  prefix: "login-attempt",
  key: ["account", "request"],
  value: either<Packed, Uint8Array>(
    tuple<Packed>([
      oneOf("live", "test"),
      number,
      text,
      orNull(flag),
      flag,
      number,
      list(orNull(text)),
      orNull(number),
    ]),
    // Those of one commit: `PackedEntries`.
    bytes,
  ),
  lifetimeMs: KEPT_MS,
});

interface Parts {
  readonly engine: Engine;
  readonly packed: PackedEntries;
  /** A number from 0 to 1. */
  readonly random: () => number;
}

export class LoginAttempts {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** A request id of now. */
  newId(): string {
    return requestIdOf(this.#parts.packed.time(), this.#parts.random);
  }

  /** To be written with the bill of the request. */
  put(account: string, requestId: string, login: StoredLogin): Change {
    const value = pack(login) as unknown as Json; // a tuple is no list to the compiler
    const entry = {
      list: LOGIN_ATTEMPT.below(account),
      id: requestId,
      time: requestTime(requestId),
      value,
      text: JSON.stringify(value),
      expiresAt: login.at + KEPT_MS,
    };
    return changeOf<PackingWrite>({ entries: [entry], told: [toldOf("logins", account, requestId)] });
  }

  /** Null when there is none, or it has expired. */
  async get(account: string, requestId: string, now: number): Promise<StoredLogin | null> {
    // Entries of one commit are below one id, which begins with the same time as theirs.
    const start = requestIdFrom(requestTime(requestId));
    if (!requestId.startsWith(start)) return null;
    const range = {
      start: LOGIN_ATTEMPT.key(account, start),
      end: LOGIN_ATTEMPT.key(account, `${requestId} `),
    };
    for await (
      const entry of this.#parts.engine.scan(LOGIN_ATTEMPT.below(account), { ...range, reverse: true })
    ) {
      for (const { id, login } of read(entry)) {
        if (id === requestId) return login.at + KEPT_MS > now ? login : null;
      }
    }
    return null;
  }

  /** Those of users, by their hashes. Durable when it resolves. @returns how many went */
  async erase(account: string, users: ReadonlySet<string>, now: number): Promise<number> {
    const { engine } = this.#parts;
    let count = 0;
    const prefix = LOGIN_ATTEMPT.below(account);
    for await (const entry of engine.scan(prefix, { start: [...prefix, requestIdFrom(now - KEPT_MS)] })) {
      const all = read(entry);
      const kept = all.filter(({ login }) => !users.has(login.user));
      if (kept.length === all.length) continue;
      count += all.length - kept.length;
      const { key } = entry;
      const value = entriesValue(kept.map(({ id, login }) => ({ id, text: JSON.stringify(pack(login)) })));
      const expiresAt = Math.max(...kept.map(({ login }) => login.at + KEPT_MS));
      await engine.commit(kept.length === 0 ? { delete: [key] } : { set: [{ key, value, expiresAt }] });
    }
    return count;
  }

  /** Asked about since a time, the newest first but for those of one commit. @param until the last time; absent: all */
  async *since(account: string, time: number, until?: number): AsyncIterable<NamedLogin> {
    const prefix = LOGIN_ATTEMPT.below(account);
    const start = [...prefix, requestIdFrom(time - MAX_OPEN_MS)];
    const end = until === undefined ? {} : { end: [...prefix, requestIdFrom(until + 1)] };
    for await (const entry of this.#parts.engine.scan(prefix, { start, ...end, reverse: true })) {
      yield* read(entry);
    }
  }
}

interface NamedLogin {
  readonly id: string;
  readonly login: StoredLogin;
}

function read({ key, value }: Pick<Entry, "key" | "value">): NamedLogin[] {
  const entries = entriesIn(value) ?? [[key.at(-1)!, value as Json]];
  return entries.map(([id, packed]) => ({ id, login: unpack(packed as unknown as Packed) }));
}

function pack(login: StoredLogin): Packed {
  const { mode, at, user, succeeded, isStrange, score, address, subnet, country, network, device } = login;
  const { agent, browser, os, deviceClass, asn } = login;
  const texts = [address, subnet, country, network, device, agent, browser, os, deviceClass];
  return [mode, at, user, succeeded, isStrange, score, texts, asn];
}

function unpack([mode, at, user, succeeded, isStrange, score, texts, asn]: Packed): StoredLogin {
  const [address, subnet, country, network, device, agent, browser, os, deviceClass] = texts;
  return {
    mode,
    at,
    user,
    succeeded,
    isStrange,
    score,
    address: address ?? null,
    subnet: subnet ?? null,
    asn,
    country: country ?? null,
    network: NETWORKS.find((name) => name === network) ?? null,
    device: device ?? null,
    agent: agent ?? null,
    browser: browser ?? null,
    os: os ?? null,
    deviceClass: DEVICE_CLASSES.find((name) => name === deviceClass) ?? null,
  };
}
