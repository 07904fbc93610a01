/** Hashes passwords in a thread, which is started when there is one to hash and ended after a minute without. */
import type { PasswordThread } from "../passwords.ts";
import { argon2, type HashReply, type HashTask } from "./argon2.ts";

const IDLE_MS = 60_000;

interface Running {
  readonly worker: Worker;
  readonly waiting: Map<number, PromiseWithResolvers<Uint8Array>>;
  /** False when it cannot start here. */
  readonly ready: PromiseWithResolvers<boolean>;
}

export class HashingThread implements PasswordThread {
  readonly #log: (line: string) => void;
  #running: Running | null = null;
  #idle: ReturnType<typeof setTimeout> | undefined;
  #busy = 0;
  #ids = 0;
  #inPlace = false;

  constructor(log: (line: string) => void) {
    this.#log = log;
  }

  async hash(password: string, salt: Uint8Array): Promise<Uint8Array> {
    this.#busy++;
    clearTimeout(this.#idle);
    try {
      const running = this.#inPlace ? null : this.#running ??= this.#start();
      if (running === null || !await running.ready.promise) return await argon2(password, salt);
      const id = ++this.#ids;
      const answer = Promise.withResolvers<Uint8Array>();
      running.waiting.set(id, answer);
      running.worker.postMessage({ id, password, salt } satisfies HashTask);
      return await answer.promise;
    } finally {
      if (--this.#busy === 0) this.#idle = setTimeout(() => this.close(), IDLE_MS);
    }
  }

  /** Ends the thread; what it was doing fails. */
  close(): void {
    clearTimeout(this.#idle);
    this.#end("the hashing of passwords was ended");
  }

  #start(): Running {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "passwords" });
    const running: Running = { worker, waiting: new Map(), ready: Promise.withResolvers<boolean>() };
    worker.onmessage = ({ data }: MessageEvent<HashReply>) => {
      if ("ready" in data) return running.ready.resolve(true);
      const waiting = running.waiting.get(data.id);
      running.waiting.delete(data.id);
      if ("error" in data) waiting?.reject(new Error(data.error));
      else waiting?.resolve(data.hash);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.#inPlace = true;
      this.#log(`passwords: the thread failed, hashing in place from now on: ${event.message}`);
      this.#end(event.message);
    };
    return running;
  }

  #end(reason: string): void {
    const running = this.#running;
    this.#running = null;
    if (running === null) return;
    running.ready.resolve(false);
    running.worker.terminate();
    for (const waiting of running.waiting.values()) waiting.reject(new Error(reason));
  }
}
