/**
 * The counted days on disk, one file each. A file is written completely and then renamed; a damaged one is quarantined and the
 * others stay. Several processes share the folder: the same day is the same file.
 */
import { DAY_MS } from "../../model/duration.ts";
import { type ProxyDay, proxyDayBytes, proxyDayFrom } from "./proxy_days.ts";
import { DAYS_KEPT } from "./proxy_neighbours.ts";

const NAME = /^(\d{1,6})\.day$/;
/** How far a file's date may be from the clock, or after the latest kept day, to be believed. */
const CLOCK_DAYS = 2;

export class ProxyDayStore {
  readonly #dir: string;
  readonly #log: (line: string) => void;

  constructor(dir: string, log: (line: string) => void) {
    this.#dir = dir;
    this.#log = log;
  }

  /**
   * Keeps a day; one that is kept already counts once. A date far from both the clock and the kept days is refused, so that
   * neither a wrong date nor a wrong clock drops what is kept.
   */
  async add(day: ProxyDay, now: number): Promise<boolean> {
    const kept = await this.days();
    const newest = Math.max(...kept);
    if (kept.includes(day.day) || day.day <= newest - DAYS_KEPT) return false;
    const nearClock = Math.abs(day.day - now / DAY_MS) <= CLOCK_DAYS;
    const nearKept = kept.length === 0 || Math.abs(day.day - newest) < DAYS_KEPT;
    if (!nearClock && !nearKept) {
      this.#log(`feeds: proxies: a day ${Math.round(day.day - newest)} days from the latest is not counted`);
      return false;
    }
    await Deno.mkdir(this.#dir, { recursive: true, mode: 0o700 });
    const staged = `${this.#dir}/.${crypto.randomUUID()}.tmp`;
    using file = await Deno.open(staged, { createNew: true, write: true, mode: 0o600 });
    const bytes = proxyDayBytes(day);
    for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
    await file.sync();
    await Deno.rename(staged, this.#path(day.day));
    using folder = await Deno.open(this.#dir);
    await folder.sync();
    await this.#prune();
    return true;
  }

  /** The kept days, ascending. */
  async load(): Promise<ProxyDay[]> {
    const days: ProxyDay[] = [];
    for (const number of await this.days()) {
      const bytes = await this.bytes(number);
      if (bytes === null) continue;
      const day = proxyDayFrom(bytes);
      if (day?.day === number) days.push(day);
      else {
        this.#log(`feeds: proxies: ${number}.day is damaged, set aside`);
        await Deno.rename(this.#path(number), `${this.#path(number)}.refused`).catch(() => {});
      }
    }
    return days;
  }

  /** Removes days that are too old, and what a killed process left. */
  async #prune(): Promise<void> {
    const newest = Math.max(...await this.days());
    const left = Date.now() - DAY_MS;
    for await (const { name } of Deno.readDir(this.#dir)) {
      const path = `${this.#dir}/${name}`;
      const number = Number(/^\d+/.exec(name)?.[0] ?? NaN);
      const abandoned = name.endsWith(".tmp") && ((await Deno.stat(path)).mtime?.getTime() ?? 0) < left;
      if (abandoned || number <= newest - DAYS_KEPT) await Deno.remove(path).catch(() => {});
    }
  }

  /** Exchanges days with other nodes; here there are none. True when days were added. Never throws. */
  exchange(_now: number): Promise<boolean> {
    return Promise.resolve(false);
  }

  protected async bytes(day: number): Promise<Uint8Array<ArrayBuffer> | null> {
    return await Deno.readFile(this.#path(day)).catch(() => null);
  }

  /** The numbers of the kept days, ascending. */
  protected async days(): Promise<number[]> {
    const days: number[] = [];
    try {
      for await (const { name } of Deno.readDir(this.#dir)) {
        const number = NAME.exec(name)?.[1];
        if (number !== undefined) days.push(Number(number));
      }
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
    return days.sort((a, b) => a - b);
  }

  #path(day: number): string {
    return `${this.#dir}/${day}.day`;
  }
}
