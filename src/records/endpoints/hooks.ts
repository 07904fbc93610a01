/** Hooks: all of them in memory, kept up to date by the change log; those of an account are one value. And how each was used. */
import {
  type Hook,
  type HookResult,
  type HookUse,
  withMessage,
  withRefusal,
} from "../../model/endpoints/hook.ts";
import type { ChangeLog } from "../../db/cluster/change_log.ts";
import type { CellUpdate } from "../../db/commit/cell.ts";
import type { Writer } from "../../db/commit/writer.ts";
import type { Engine, Key } from "../../db/engine.ts";
import { KEYS } from "../keys.ts";
import { TOPICS } from "../topics.ts";
import { changeNewest } from "../../db/keyspace.ts";

/** What names a hook in the store. */
export type HookName = Pick<Hook, "account" | "id">;

const NONE: readonly Hook[] = [];

export class Hooks {
  readonly #engine: Engine;
  readonly #writer: Writer;
  readonly #byAccount = new Map<string, readonly Hook[]>();
  readonly #byId = new Map<string, Hook>();
  /** The newest read in progress, by account: what an older one brings may be older. */
  readonly #reads = new Map<string, Promise<void>>();

  constructor(engine: Engine, writer: Writer, changes: ChangeLog) {
    this.#engine = engine;
    this.#writer = writer;
    changes.follow(TOPICS.hooks, (scope) => scope === null ? this.load() : this.reload(scope[0]!));
  }

  /** Reads all hooks. */
  async load(): Promise<void> {
    const accounts = new Set(this.#byAccount.keys());
    for await (const { key } of this.#engine.scan(KEYS.hooks.prefix)) accounts.add(key[1]!);
    for (const account of accounts) await this.reload(account);
  }

  /** Reads an account's hooks as they are stored now. */
  async reload(account: string): Promise<void> {
    const key: Key = KEYS.hooks.key(account);
    const reading: Promise<void> = this.#engine.get([key]).then(([entry]) => {
      if (this.#reads.get(account) !== reading) return this.#reads.get(account);
      this.#writer.forget(key);
      this.#keep(account, KEYS.hooks.read(entry?.value) ?? NONE);
    }).finally(() => {
      if (this.#reads.get(account) === reading) this.#reads.delete(account);
    });
    this.#reads.set(account, reading);
    await reading;
  }

  find(id: string): Hook | null {
    return this.#byId.get(id) ?? null;
  }

  all(): Hook[] {
    return [...this.#byId.values()];
  }

  /** Of an account, oldest first. */
  of(account: string): readonly Hook[] {
    return this.#byAccount.get(account) ?? NONE;
  }

  /**
   * Changes an account's hooks, starting from their newest version. Durable and in force in this process when it resolves.
   * @throws what `change` throws; then nothing is written
   */
  async change(
    account: string,
    change: (current: readonly Hook[]) => readonly Hook[],
    { cells = [], removed = [] }: { cells?: readonly CellUpdate[]; removed?: readonly string[] } = {},
  ): Promise<readonly Hook[]> {
    const changed = changeNewest(KEYS.hooks, KEYS.hooks.key(account), (current) => change(current ?? NONE));
    await this.#writer.write({
      cells: [
        changed.cell,
        ...removed.map((id) =>
          KEYS.hookUse.update(KEYS.hookUse.key(account, id), { exact: false, change: () => null })
        ),
        ...cells,
      ],
      changes: [[TOPICS.hooks, account]],
    });
    await this.reload(account).catch(() => this.#keep(account, changed.stored()));
    return changed.stored();
  }

  async use({ account, id }: HookName): Promise<HookUse | null> {
    return KEYS.hookUse.read((await this.#writer.readFresh(KEYS.hookUse.key(account, id)))?.value);
  }

  /** Counts a message; part of the write that it causes. */
  used(
    hook: HookName,
    result: HookResult,
    how: { readonly note: string; readonly at: number; readonly count?: number },
  ): CellUpdate {
    return this.#use(hook, (use) => withMessage(use, result, how));
  }

  /** Counts messages whose signatures were refused. */
  refused(hook: HookName, at: number, count: number): CellUpdate {
    return this.#use(hook, (use) => withRefusal(use, at, count));
  }

  #use({ account, id }: HookName, change: (use: HookUse | null) => HookUse): CellUpdate {
    // A hook that was deleted meanwhile leaves no use behind.
    const kept = (use: HookUse | null) => this.#byId.has(id) ? change(use) : null;
    return KEYS.hookUse.update(KEYS.hookUse.key(account, id), { exact: true, change: kept });
  }

  #keep(account: string, hooks: readonly Hook[]): void {
    for (const { id } of this.of(account)) this.#byId.delete(id);
    if (hooks.length === 0) this.#byAccount.delete(account);
    else this.#byAccount.set(account, hooks);
    for (const hook of hooks) this.#byId.set(hook.id, hook);
  }
}
