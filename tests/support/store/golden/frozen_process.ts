/**
 * A process in which nothing depends on chance: the clock stands unless it is set, random bytes follow from the name of the
 * step that asks for them, and the timers of the service run when they are told to. For a test file of its own: what is
 * replaced is global, and stays replaced.
 */
import { createHash } from "node:crypto";

/** A real timer that stands for a frozen one in the answer of `setInterval`. */
const NEVER_MS = 2 ** 31 - 1;
/** Rounds of the event loop without work of the store after which nothing more is expected. */
const QUIET_ROUNDS = 4;

export class FrozenProcess {
  #now: number;
  #step = "start";
  /** Of the step: how often so many bytes were asked for. */
  readonly #asked = new Map<string, number>();
  readonly #intervals = new Map<number, () => void>();
  #working = 0;

  constructor(now: number) {
    this.#now = now;
    this.#replaceClock();
    this.#replaceRandomness();
    this.#replaceIntervals();
  }

  get now(): number {
    return this.#now;
  }

  /** From here on the randomness is that of the step. */
  begin(step: string): void {
    this.#step = step;
    this.#asked.clear();
  }

  advance(milliseconds: number): void {
    this.#now += milliseconds;
  }

  /** Each timer once, in the order in which they were set, each when the one before has done its work. */
  async runTimers(settle: () => Promise<void>): Promise<void> {
    for (const id of [...this.#intervals.keys()]) {
      this.#intervals.get(id)?.();
      await settle();
    }
  }

  /** Work of the store is waited for by `settle`. */
  async counted<T>(work: Promise<T>): Promise<T> {
    this.#working++;
    try {
      return await work;
    } finally {
      this.#working--;
    }
  }

  /** Nothing takes time meanwhile, by the clock that nobody sets. */
  async timeless<T>(work: () => Promise<T>): Promise<T> {
    const { now } = performance;
    const at = performance.now();
    performance.now = () => at;
    try {
      return await work();
    } finally {
      performance.now = now;
    }
  }

  async settle(): Promise<void> {
    for (let quiet = 0; quiet < QUIET_ROUNDS;) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      quiet = this.#working === 0 ? quiet + 1 : 0;
    }
  }

  #replaceClock(): void {
    Date.now = () => this.#now;
  }

  #replaceRandomness(): void {
    crypto.getRandomValues = <T extends ArrayBufferView | null>(array: T): T => {
      if (array !== null) {
        const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
        bytes.set(isForSeal() ? this.#nonce(bytes.length) : this.#bytes("bytes", bytes.length));
      }
      return array;
    };
    crypto.randomUUID = () => {
      const bytes = this.#bytes("uuid", 16);
      bytes[6] = (bytes[6]! & 0x0f) | 0x40;
      bytes[8] = (bytes[8]! & 0x3f) | 0x80;
      const hex = bytes.toHex();
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${
        hex.slice(20)
      }`;
    };
    // The same for all of a step: pauses ask for it too, and how many of them there are is chance.
    Math.random = () =>
      parseInt(createHash("sha256").update(this.#step).digest("hex").slice(0, 8), 16) / 2 ** 32;
  }

  /** The same for all that a step encrypts: which of it comes first is nobody's promise. */
  #nonce(size: number): Uint8Array {
    return createHash("sha256").update(this.#step).digest().subarray(0, size);
  }

  /** By the size asked for: two uses of different sizes do not depend on each other's order. */
  #bytes(kind: string, size: number): Uint8Array<ArrayBuffer> {
    const name = `${kind} ${size}`;
    const count = (this.#asked.get(name) ?? 0) + 1;
    this.#asked.set(name, count);
    const bytes = new Uint8Array(size);
    for (let at = 0; at < size; at += 32) {
      const block = createHash("sha256").update(`${this.#step}\n${name}\n${count}\n${at}`).digest();
      bytes.set(block.subarray(0, size - at), at);
    }
    return bytes;
  }

  #replaceIntervals(): void {
    const { setInterval: set, clearInterval: clear } = globalThis;
    const replaced = (callback: () => void) => {
      const id = Number(set(() => {}, NEVER_MS));
      Deno.unrefTimer(id);
      this.#intervals.set(id, callback);
      return id;
    };
    // The types of Node's timers are laid over those of the web.
    globalThis.setInterval = replaced as unknown as typeof setInterval;
    globalThis.clearInterval = ((id: number) => {
      this.#intervals.delete(id);
      clear(id);
    }) as unknown as typeof clearInterval;
  }
}

/** Whether what encrypts texts asks, and not what makes ids of as many bytes. */
function isForSeal(): boolean {
  return /\/seal\.ts:/.test(new Error().stack ?? "");
}
