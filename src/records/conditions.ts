/**
 * Rules with a condition, one entry each, named by a manifest of their account. Every change replaces the manifest, so that of
 * two processes that change them at once one starts again from what the other one wrote. They hold no value of anybody.
 */
import { CONDITION_ACTIONS, CONDITION_STATES } from "../model/conditions/stored.ts";
import type { ConditionRule } from "../model/rules/condition_rule.ts";
import { type Change, changeOf, NO_CHANGE, together } from "../db/commit/change.ts";
import type { ChangeLog } from "../db/cluster/change_log.ts";
import type { Writer } from "../db/commit/writer.ts";
import type { Engine } from "../db/engine.ts";
import { count, label, list, object, oneOf, record, text } from "./define.ts";
import { ruleAuthor, ruleHistory } from "./rules.ts";
import { Abandoned } from "./state.ts";

export const CONDITION = record({
  prefix: "rule-condition",
  key: ["account", "id"],
  value: object<ConditionRule>({
    id: text,
    when: text,
    action: oneOf(...CONDITION_ACTIONS),
    state: oneOf(...CONDITION_STATES),
    created_at: text,
    author: ruleAuthor,
    history: ruleHistory,
  }, { tag: label, overrides: oneOf("block"), note: label, expires_at: text }),
  repeats: ["id"],
});

/** Names an account's conditions, oldest first. */
interface ConditionManifest {
  /** Grows with every change. */
  readonly revision: number;
  readonly ids: readonly string[];
}
export const CONDITIONS = record({
  prefix: "rule-conditions",
  key: ["account"],
  value: object<ConditionManifest>({ revision: count, ids: list(text) }),
  announced: true,
  names: { entries: CONDITION, of: ({ ids }) => ids },
});

/** Why a commit is abandoned: what was read of the conditions is outdated. */
export const CONDITIONS_CHANGED = "the conditions of this account were changed meanwhile";

/** Read together: an entry is a few kilobytes. */
const READ_AT_ONCE = 50;

export interface LoadedConditions {
  readonly revision: number;
  /** Oldest first. An entry may be newer than the revision. */
  readonly conditions: readonly ConditionRule[];
}

export interface ConditionsChange {
  /** New and changed ones. */
  readonly set: readonly ConditionRule[];
  readonly removed: ReadonlySet<string>;
}

export class Conditions {
  readonly #engine: Engine;
  readonly #writer: Writer;
  readonly #changes: ChangeLog;

  constructor(engine: Engine, writer: Writer, changes: ChangeLog) {
    this.#engine = engine;
    this.#writer = writer;
    this.#changes = changes;
  }

  /** Called with the account whose conditions another process changed; null: any may have changed. */
  onChange(listener: (account: string | null) => Promise<void>): void {
    this.#changes.follow(CONDITIONS.topic, (scope) => listener(scope === null ? null : scope[0]!));
  }

  /** @throws Error when the store lacks a condition that the manifest names */
  async load(account: string): Promise<LoadedConditions> {
    for (let missed = -1;;) {
      const { revision, ids } = await this.#manifest(account);
      const conditions = await this.#read(account, ids);
      if (conditions !== null) return { revision, conditions };
      if (missed === revision) throw new Error(`the store lacks conditions of account ${account}`);
      missed = revision; // the manifest was replaced between the two reads
    }
  }

  /** False when the account's conditions were changed since this revision. */
  async isNewest(account: string, revision: number): Promise<boolean> {
    return (await this.#manifest(account)).revision === revision;
  }

  /**
   * Durable when it resolves, with what is stored then.
   * @param before what the change starts from
   * @throws Abandoned (CONDITIONS_CHANGED) when the account's conditions were changed since `before` was loaded
   */
  async change(
    account: string,
    before: LoadedConditions,
    { set, removed }: ConditionsChange,
    also: Change = NO_CHANGE,
  ): Promise<LoadedConditions> {
    const changed = new Map(before.conditions.map((condition) => [condition.id, condition]));
    for (const id of removed) changed.delete(id);
    for (const condition of set) changed.set(condition.id, condition);
    const { revision } = before;
    const ids = [...changed.keys()];
    const key = CONDITIONS.key(account);
    const replace = changeOf({
      set: set.map((condition) => CONDITION.set(CONDITION.key(account, condition.id), condition)),
      delete: [...removed].map((id) => CONDITION.key(account, id)),
      cells: [CONDITIONS.update(key, {
        exact: true,
        change: (current) => {
          if ((current?.revision ?? 0) !== revision) throw new Abandoned(CONDITIONS_CHANGED);
          return { revision: revision + 1, ids };
        },
      })],
      changes: [key],
    });
    await this.#writer.write(together(replace, also));
    return { revision: revision + 1, conditions: [...changed.values()] };
  }

  async #manifest(account: string): Promise<ConditionManifest> {
    const entry = await this.#writer.readFresh(CONDITIONS.key(account));
    return CONDITIONS.read(entry?.value) ?? { revision: 0, ids: [] };
  }

  /** Null when one of them is not there. */
  async #read(account: string, ids: readonly string[]): Promise<ConditionRule[] | null> {
    const conditions: ConditionRule[] = [];
    for (let from = 0; from < ids.length; from += READ_AT_ONCE) {
      const keys = ids.slice(from, from + READ_AT_ONCE).map((id) => CONDITION.key(account, id));
      for (const entry of await this.#engine.get(keys)) {
        const condition = CONDITION.read(entry?.value);
        if (condition === null) return null;
        conditions.push(condition);
      }
    }
    return conditions;
  }
}
