/** Hooks: all of them in memory, kept up to date by the change log; those of an account are one value. And how each was used. */
import {
  type Hook,
  HOOK_KINDS,
  HOOK_MODES,
  HOOK_RESULTS,
  type HookResult,
  type HookUse,
  WHEN_UNSURE,
  withMessage,
  withRefusal,
} from "../../model/endpoints/hook.ts";
import type { ChangeLog } from "../../db/cluster/change_log.ts";
import type { Writer } from "../../db/commit/writer.ts";
import type { Engine, Key } from "../../db/engine.ts";
import { type Change, changeOf, together } from "../../db/commit/change.ts";
import { State } from "../state.ts";
import { changeNewest } from "../../db/keyspace.ts";
import { count, label, list, map, number, object, oneOf, orNull, record, text } from "../define.ts";

export const HOOKS = record({
  prefix: "hooks",
  key: ["account"],
  value: list(object<Hook>({
    id: text,
    account: text,
    kind: oneOf(...HOOK_KINDS),
    mode: oneOf(...HOOK_MODES),
    whenUnsure: oneOf(...WHEN_UNSURE),
    pointers: map(text),
    types: list(text),
    createdAt: number,
    secret: text,
    replaced: list(object({ secret: text, until: number })),
  })),
  announced: true,
});
export const HOOK_USE = record({
  prefix: "hook-use",
  key: ["account", "hook"],
  value: object<HookUse>({
    counts: map(count),
    last: orNull(object({ at: number, result: oneOf(...HOOK_RESULTS), note: label })),
    refused: orNull(object({ at: number, count })),
  }),
});

/** What names a hook in the store. */
export type HookName = Pick<Hook, "account" | "id">;

const NONE: readonly Hook[] = [];

export class Hooks {
  readonly #engine: Engine;
  readonly #writer: Writer;
  readonly #uses: State<HookUse, [account: string, hook: string]>;
  readonly #byAccount = new Map<string, readonly Hook[]>();
  readonly #byId = new Map<string, Hook>();
  /** The newest read in progress, by account: what an older one brings may be older. */
  readonly #reads = new Map<string, Promise<void>>();

  constructor(engine: Engine, writer: Writer, changes: ChangeLog) {
    this.#engine = engine;
    this.#writer = writer;
    this.#uses = new State(writer, HOOK_USE);
    changes.follow(HOOKS.topic, (scope) => scope === null ? this.load() : this.reload(scope[0]!));
  }

  /** Reads all hooks. */
  async load(): Promise<void> {
    const accounts = new Set(this.#byAccount.keys());
    for await (const { key } of this.#engine.scan(HOOKS.prefix)) accounts.add(key[1]!);
    for (const account of accounts) await this.reload(account);
  }

  /** Reads an account's hooks as they are stored now. */
  async reload(account: string): Promise<void> {
    const key: Key = HOOKS.key(account);
    const reading: Promise<void> = this.#engine.get([key]).then(([entry]) => {
      if (this.#reads.get(account) !== reading) return this.#reads.get(account);
      this.#writer.forget(key);
      this.#keep(account, HOOKS.read(entry?.value) ?? NONE);
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
    { also, removed = [] }: { readonly also?: Change; readonly removed?: readonly string[] } = {},
  ): Promise<readonly Hook[]> {
    const changed = changeNewest(HOOKS, HOOKS.key(account), (current) => change(current ?? NONE));
    await this.#writer.write(together(
      changeOf({ cells: [changed.cell], changes: [HOOKS.key(account)] }),
      ...removed.map((id) => this.#uses.changing([account, id], () => null)),
      also,
    ));
    await this.reload(account).catch(() => this.#keep(account, changed.stored()));
    return changed.stored();
  }

  use({ account, id }: HookName): Promise<HookUse | null> {
    return this.#uses.get(account, id);
  }

  /** Counts a message; part of the commit that it causes. */
  used(
    hook: HookName,
    result: HookResult,
    how: { readonly note: string; readonly at: number; readonly count?: number },
  ): Change {
    return this.#use(hook, (use) => withMessage(use, result, how));
  }

  /** Counts messages whose signatures were refused. */
  refused(hook: HookName, at: number, count: number): Change {
    return this.#use(hook, (use) => withRefusal(use, at, count));
  }

  #use({ account, id }: HookName, change: (use: HookUse | null) => HookUse): Change {
    // A hook that was deleted meanwhile leaves no use behind.
    const kept = (use: HookUse | null) => this.#byId.has(id) ? change(use) : null;
    return this.#uses.changing([account, id], kept);
  }

  #keep(account: string, hooks: readonly Hook[]): void {
    for (const { id } of this.of(account)) this.#byId.delete(id);
    if (hooks.length === 0) this.#byAccount.delete(account);
    else this.#byAccount.set(account, hooks);
    for (const hook of hooks) this.#byId.set(hook.id, hook);
  }
}
