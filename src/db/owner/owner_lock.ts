/**
 * The lock of the process that owns an embedded store, on a file beside it. What the owner knows of sums holds while nobody else
 * writes them, so there is one at a time, also while two servers overlap; the system takes it from a process that ends.
 */

const POLL_MS = 50;

export class OwnerLock {
  readonly #path: string;
  #file: Deno.FsFile | null = null;

  /** @param path of the store */
  constructor(path: string) {
    this.#path = lockPath(path);
  }

  /** False: another process has it. */
  async tryTake(): Promise<boolean> {
    const file = Deno.openSync(this.#path, { read: true, write: true, create: true, mode: 0o600 });
    if (await file.tryLock(true)) {
      this.#file = file;
      return true;
    }
    file.close();
    return false;
  }

  /** False: it was stopped before. */
  async take(stop: Promise<unknown>): Promise<boolean> {
    let isStopped = false;
    void stop.then(() => isStopped = true);
    while (!await this.tryTake()) {
      if (isStopped) return false;
      await Promise.race([stop, new Promise((resolve) => setTimeout(resolve, POLL_MS))]);
    }
    return true;
  }

  free(): void {
    this.#file?.close();
    this.#file = null;
  }
}

/** True: a process owns the store of this path for several others. */
export async function isOwned(path: string): Promise<boolean> {
  try {
    using file = Deno.openSync(lockPath(path), { read: true, write: true });
    return !await file.tryLock(true);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** Of the store at this path. */
export function lockPath(path: string): string {
  return `${path}-owner`;
}
