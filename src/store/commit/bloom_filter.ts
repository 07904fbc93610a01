/**
 * Knows of most keys that the store holds nothing there, so that a value nobody asked about before costs no read: a Bloom
 * filter over the keys of one topic (their first part). It is filled from the store beside the requests, page by page, and
 * says nothing until it is whole.
 */
import { type Engine, type Key, keyText } from "../engine.ts";

/** 8 MiB: of 5 million keys one in 200 is asked for in vain, of 20 million one in four. */
const BITS = 2 ** 26;
const PROBES = 4;
const PAGE = 1000;
/** Between two pages: a store of millions is read in minutes, and nobody waits for it. */
const PAUSE_MS = 50;

export class KeyFilter {
  readonly #topic: string;
  #words: Uint32Array | null = null;
  #whole = false;
  #filling: Promise<void> | null = null;
  #stopped = false;

  constructor(topic: string) {
    this.#topic = topic;
  }

  /** True: the store holds nothing there. False: it may. @param text of the key */
  lacks(text: string): boolean {
    if (!this.#whole) return false;
    let [at, step] = hashesOf(text);
    for (let probe = 0; probe < PROBES; probe++, at += step) {
      const bit = at & (BITS - 1);
      if ((this.#words![bit >>> 5]! & (1 << (bit & 31))) === 0) return true;
    }
    return false;
  }

  /** The store may hold something there from now on. */
  add(text: string): void {
    const words = this.#words;
    if (words === null) return;
    let [at, step] = hashesOf(text);
    for (let probe = 0; probe < PROBES; probe++, at += step) {
      const bit = at & (BITS - 1);
      words[bit >>> 5]! |= 1 << (bit & 31);
    }
  }

  /** What others wrote was not seen: says nothing until it is filled again. */
  reset(): void {
    this.#words = null;
    this.#whole = false;
  }

  /** Fills it unless it is whole or being filled. Whoever writes keys must `add` them from now on. */
  fill(engine: Engine): Promise<void> {
    if (!this.#whole) this.#filling ??= this.#fill(engine).finally(() => this.#filling = null);
    return this.#filling ?? Promise.resolve();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#filling?.catch(() => {}); // it only reads
  }

  async #fill(engine: Engine): Promise<void> {
    const words = this.#words = new Uint32Array(BITS / 32);
    let start: Key | null = null;
    do {
      let last: Key | null = null;
      let count = 0;
      for await (
        const { key } of engine.scan([this.#topic], { limit: PAGE, ...(start === null ? {} : { start }) })
      ) {
        this.add(keyText(key));
        last = key;
        count++;
      }
      start = count < PAGE ? null : after(last!);
      if (start !== null) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      if (this.#words !== words || this.#stopped) return;
    } while (start !== null);
    this.#whole = true;
  }
}

/** The first key that can sort behind it. */
function after(key: Key): Key {
  return [...key, ""];
}

/** FNV-1a, and the same with another start and factor; the second is odd. */
function hashesOf(text: string): [number, number] {
  let first = 0x811c9dc5;
  let second = 0x9e3779b9;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    first = Math.imul(first ^ code, 0x01000193);
    second = Math.imul(second ^ code, 0x85ebca6b);
  }
  return [first ^ (first >>> 15), second | 1];
}
