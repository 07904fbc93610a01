/** Log-ins that were asked about, by account and request id, which begins with its time. */
import type { Engine } from "../../db/engine.ts";
import { DAY_MS } from "../../model/duration.ts";
import { DEVICE_CLASSES, NETWORKS } from "../../model/facts/table.ts";
import type { LoginAttempt } from "../../model/login/login.ts";
import { requestIdFrom } from "../agents/decisions.ts";
import type { Change } from "../change.ts";
import { flag, list, number, oneOf, orNull, record, text, tuple } from "../define.ts";
import { JournalList } from "../journal_list.ts";

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
  value: tuple<Packed>([
    oneOf("live", "test"),
    number,
    text,
    orNull(flag),
    flag,
    number,
    list(orNull(text)),
    orNull(number),
  ]),
  lifetimeMs: KEPT_MS,
});

export class LoginAttempts {
  readonly #attempts: JournalList<Packed, [account: string, request: string]>;

  constructor(engine: Engine) {
    this.#attempts = new JournalList(engine, LOGIN_ATTEMPT, ([, at]) => at + KEPT_MS);
  }

  /** To be written with the bill of the request. */
  put(account: string, requestId: string, login: StoredLogin): Change {
    return this.#attempts.put([account, requestId], pack(login));
  }

  /** Null when there is none, or it has expired. */
  async get(account: string, requestId: string, now: number): Promise<StoredLogin | null> {
    const packed = await this.#attempts.get([account, requestId], now);
    return packed === null ? null : unpack(packed);
  }

  /** Those of users, by their hashes. Durable when it resolves. @returns how many went */
  async erase(account: string, users: ReadonlySet<string>, now: number): Promise<number> {
    const ids: string[] = [];
    for await (const { id, login } of this.since(account, now - KEPT_MS)) {
      if (users.has(login.user)) ids.push(id);
    }
    await this.#attempts.removeSome([account], ids);
    return ids.length;
  }

  /** Asked about since a time, the newest first. */
  async *since(
    account: string,
    time: number,
  ): AsyncIterable<{ readonly id: string; readonly login: StoredLogin }> {
    for await (const { id, value } of this.#attempts.listedSince([account], requestIdFrom(time))) {
      yield { id, login: unpack(value) };
    }
  }
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
