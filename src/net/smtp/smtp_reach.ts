/** Whether mail servers are reachable. Most clouds block port 25, and some accept the connection themselves, so only a greeting counts. */
import { TtlCache } from "../../concurrency/ttl_cache.ts";
import type { Address, Cidr } from "../../model/address/address.ts";
import type { Known } from "../../model/evidence.ts";
import { mayConnect } from "../address_guard.ts";
import { SmtpSession } from "./smtp_session.ts";

interface SmtpReachOptions {
  readonly egressAllow: readonly Cidr[];
  readonly resolve: (host: string) => Promise<Known<readonly Address[]>>;
  readonly port: number;
  readonly now: () => number;
  /** Mail exchangers that are known to be up. */
  readonly hosts?: readonly string[];
  readonly connectMs?: number;
  readonly greetingMs?: number;
}

const HOSTS = ["gmail-smtp-in.l.google.com", "mx01.mail.icloud.com", "in1-smtp.messagingengine.com"];
const RESULT_MS = 600_000;

export class SmtpReach {
  readonly #options: SmtpReachOptions;
  readonly #result: TtlCache<boolean>;
  readonly #stop = new AbortController();
  #last: boolean | null = null;

  constructor(options: SmtpReachOptions) {
    this.#options = options;
    this.#result = new TtlCache({ max: 1, now: options.now });
  }

  /** The result of the last test, null before the first. */
  get last(): boolean | null {
    return this.#last;
  }

  /** True when one of the servers sent a greeting. The result is cached for ten minutes. */
  async open(): Promise<boolean> {
    return await this.#result.get("", async () => {
      const { hosts } = this.#options;
      const greeted = await Promise.all((hosts ?? HOSTS).map((host) => this.#greets(host)));
      this.#last = greeted.includes(true);
      return { value: this.#last, ttlMs: this.#stop.signal.aborted ? 0 : RESULT_MS };
    });
  }

  async close(): Promise<void> {
    this.#stop.abort();
    if (this.#result.loading("")) await this.open();
  }

  async #greets(host: string): Promise<boolean> {
    const { egressAllow, resolve, port, connectMs, greetingMs } = this.#options;
    const addresses = await resolve(host);
    const address = addresses.known
      ? addresses.value.toSorted((one, other) => one.family - other.family)
        .find((each) => mayConnect(each, egressAllow))
      : undefined;
    if (address === undefined) return false;
    try {
      const session = await SmtpSession.open(
        { address, port, exchange: host },
        connectMs ?? 2_000,
        this.#stop.signal,
      );
      try {
        await session.reply(greetingMs ?? 5_000);
        return true;
      } finally {
        await session.quit(1_000);
      }
    } catch {
      return false;
    }
  }
}
