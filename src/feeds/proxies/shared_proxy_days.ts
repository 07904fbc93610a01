/**
 * The counted days of a node among others: what one node counted, the others take, so that all count the same days and a node that
 * joins has the history immediately. Each kept day has a place of its own, which the day that drops it takes over.
 */
import type { SharedCopies } from "../refresh/shared_copies.ts";
import { ProxyDayStore } from "./proxy_day_store.ts";
import { proxyDayFrom } from "./proxy_days.ts";
import { DAYS_KEPT } from "./proxy_neighbours.ts";

/** @param shared null: this node is alone */
export function openProxyDays(
  dir: string,
  shared: SharedCopies | null,
  log: (line: string) => void,
): ProxyDayStore {
  return shared === null ? new ProxyDayStore(dir, log) : new SharedProxyDayStore(shared, dir, log);
}

class SharedProxyDayStore extends ProxyDayStore {
  readonly #shared: SharedCopies;
  readonly #log: (line: string) => void;

  constructor(shared: SharedCopies, dir: string, log: (line: string) => void) {
    super(dir, log);
    this.#shared = shared;
    this.#log = log;
  }

  override async exchange(now: number): Promise<boolean> {
    try {
      return await this.#exchange(now);
    } catch (error) {
      this.#log(`feeds: proxies: the other nodes' days cannot be exchanged: ${(error as Error).message}`);
      return false;
    }
  }

  async #exchange(now: number): Promise<boolean> {
    const shared = new Map<string, number>();
    for (const [place, { state }] of await this.#shared.copies()) {
      if (place.startsWith(PREFIX)) shared.set(place, Number(state));
    }
    const own = await this.days();
    const oldest = (own.at(-1) ?? 0) - DAYS_KEPT + 1;
    let added = false;
    for (const [place, number] of [...shared].toSorted(([, a], [, b]) => a - b)) {
      if (number < oldest || own.includes(number)) continue;
      added = await this.#take(place, number, now) || added;
    }
    for (const number of own) {
      if (number >= oldest && (shared.get(placeOf(number)) ?? -1) < number) await this.#publish(number);
    }
    return added;
  }

  async #take(place: string, number: number, now: number): Promise<boolean> {
    const bytes = await this.#shared.bytes(place);
    const day = bytes === null ? null : proxyDayFrom(bytes);
    return day?.day === number && await this.add(day, now);
  }

  async #publish(number: number): Promise<void> {
    const bytes = await this.bytes(number);
    if (bytes === null || proxyDayFrom(bytes)?.day !== number) return;
    const sha256 = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
    await this.#shared.publish(placeOf(number), String(number), sha256, () => Promise.resolve(bytes));
  }
}

const PREFIX = "proxy-day-";

function placeOf(day: number): string {
  return `${PREFIX}${day % DAYS_KEPT}`;
}
