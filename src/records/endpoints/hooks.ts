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
import { EVENT_ERRORS, type EventError, type EventSource } from "../../model/endpoints/security_event.ts";
import type { ChangeLog } from "../../db/cluster/change_log.ts";
import type { Writer } from "../../db/commit/writer.ts";
import type { Engine } from "../../db/engine.ts";
import { type Change, together } from "../change.ts";
import { commitMirrored, Mirror } from "../mirror.ts";
import { State } from "../state.ts";
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
  }, {
    forwardUrl: text,
    events: object<EventSource>({
      issuer: text,
      audience: list(text),
      jwksUri: text,
      externalIdPrefix: text,
    }),
  })),
  announced: true,
});
export const HOOK_USE = record({
  prefix: "hook-use",
  key: ["account", "hook"],
  value: object<HookUse>({
    counts: map(count),
    last: orNull(object({ at: number, result: oneOf(...HOOK_RESULTS), note: label })),
    refused: orNull(
      object<NonNullable<HookUse["refused"]>>({ at: number, count }, { why: oneOf(...EVENT_ERRORS) }),
    ),
  }),
});

/** What names a hook in the store. */
export type HookName = Pick<Hook, "account" | "id">;

const NONE: readonly Hook[] = [];

export class Hooks {
  readonly #writer: Writer;
  readonly #byAccount: Mirror<readonly Hook[]>;
  readonly #byId = new Map<string, Hook>();
  readonly #uses: State<HookUse, [account: string, hook: string]>;

  constructor(engine: Engine, writer: Writer, changes: ChangeLog) {
    this.#writer = writer;
    this.#uses = new State(writer, HOOK_USE);
    this.#byAccount = new Mirror({
      engine,
      writer,
      changes,
      row: HOOKS,
      onKept: (before, after) => {
        for (const { id } of before ?? NONE) this.#byId.delete(id);
        for (const hook of after ?? NONE) this.#byId.set(hook.id, hook);
      },
    });
  }

  /** Reads all hooks. */
  load(): Promise<void> {
    return this.#byAccount.load();
  }

  /** Reads an account's hooks as they are stored now. */
  reload(account: string): Promise<void> {
    return this.#byAccount.reload(account);
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
    const changed = this.#byAccount.change(account, (current) => change(current ?? NONE));
    const unused = removed.map((id) => this.#uses.changing([account, id], () => null));
    await commitMirrored(this.#writer, [changed], together(...unused, also));
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

  /** Counts messages whose signatures were refused, or tokens. */
  refused(
    hook: HookName,
    refusals: { readonly at: number; readonly count: number; readonly why?: EventError | undefined },
  ): Change {
    return this.#use(hook, (use) => withRefusal(use, refusals));
  }

  #use({ account, id }: HookName, change: (use: HookUse | null) => HookUse): Change {
    // A hook that was deleted meanwhile leaves no use behind.
    const kept = (use: HookUse | null) => this.#byId.has(id) ? change(use) : null;
    return this.#uses.changing([account, id], kept);
  }
}
