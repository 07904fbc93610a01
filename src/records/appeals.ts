/** Appeals, one of each score, kept as long as the score. What the person wrote is encrypted. */
import type { Writer } from "../db/commit/writer.ts";
import type { Engine } from "../db/engine.ts";
import { APPEAL_STATES, type AppealDecision, type AppealState, firstAppealId } from "../model/appeal.ts";
import type { FindingSource } from "../model/component.ts";
import { CUSTOMER_LANGUAGES, type CustomerLanguage } from "../model/customer_reason.ts";
import { RETENTION_MS } from "../model/records.ts";
import { type Change, together } from "./change.ts";
import { label, number, object, oneOf, orNull, record, text, tuple } from "./define.ts";
import { JournalList, type Page } from "./journal_list.ts";
import { Abandoned, State, unlessAbandoned } from "./state.ts";

/** Times are milliseconds since the epoch. */
export interface StoredAppeal {
  readonly id: string;
  readonly requestId: string;
  readonly openedAt: number;
  /** In which the person read the page. */
  readonly language: CustomerLanguage;
  /** What the person wrote, and the address for the answer; encrypted. */
  readonly sealed: string;
  /** What had decided: the id of a rule, or a finding; both null for anything else. */
  readonly rule: string | null;
  readonly finding: readonly [component: FindingSource, name: string] | null;
  readonly state: AppealState;
  /** Null while it is open. */
  readonly decided: AppealDecided | null;
  /** When the score ends. */
  readonly expiresAt: number;
}

interface AppealDecided {
  readonly at: number;
  /** A person's name, or that of a key. */
  readonly by: string;
  readonly byId: string;
  /** What the person is told; null: nothing in particular. */
  readonly note: string | null;
}

export const APPEAL = record({
  prefix: "appeal",
  key: ["account", "id"],
  value: object<StoredAppeal>({
    id: text,
    requestId: text,
    openedAt: number,
    language: oneOf(...CUSTOMER_LANGUAGES),
    sealed: text,
    rule: orNull(text),
    finding: orNull(tuple<readonly [FindingSource, string]>([text, text])),
    state: oneOf(...APPEAL_STATES),
    decided: orNull(object<AppealDecided>({ at: number, by: label, byId: text, note: orNull(label) })),
    expiresAt: number,
  }),
  repeats: ["id"],
  lifetimeMs: RETENTION_MS,
});
/** The id of the appeal of a score. */
export const APPEAL_OF = record({
  prefix: "appeal-of",
  key: ["account", "request"],
  value: text,
  lifetimeMs: RETENTION_MS,
});
/** Those that wait for a decision: when they were opened. */
export const APPEAL_OPEN = record({
  prefix: "appeal-open",
  key: ["account", "id"],
  value: number,
  lifetimeMs: RETENTION_MS,
});

/** Why a commit is abandoned. */
const ONCE = "the score has an appeal already";
const DECIDED = "the appeal was decided meanwhile";

export class Appeals {
  readonly #writer: Writer;
  readonly #states: State<StoredAppeal, [account: string, id: string]>;
  readonly #appeals: JournalList<StoredAppeal, [account: string, id: string]>;
  readonly #of: State<string, [account: string, request: string]>;
  readonly #open: JournalList<number, [account: string, id: string]>;

  constructor(engine: Engine, writer: Writer) {
    this.#writer = writer;
    this.#states = new State(writer, APPEAL);
    this.#appeals = new JournalList(engine, APPEAL, ({ expiresAt }) => expiresAt);
    this.#of = new State(writer, APPEAL_OF);
    this.#open = new JournalList(engine, APPEAL_OPEN);
  }

  /** Null when there is none, or it has ended. */
  async get(account: string, id: string, now: number): Promise<StoredAppeal | null> {
    const appeal = await this.#states.get(account, id);
    return appeal !== null && appeal.expiresAt > now ? appeal : null;
  }

  async ofScore(account: string, requestId: string, now: number): Promise<StoredAppeal | null> {
    const id = await this.#of.get(account, partOf(requestId));
    return id === null ? null : await this.get(account, id, now);
  }

  /** The newest first. @param state null: all */
  async page(
    account: string,
    state: AppealState | null,
    page: Page,
    now: number,
  ): Promise<StoredAppeal[]> {
    if (state !== "open") {
      const found = await this.#appeals.page([account], page, now);
      return found.map(({ value }) => value);
    }
    const ids = (await this.#open.page([account], page, now)).map(({ id }) => id);
    const found = await this.#appeals.getMany(
      ids.map((id) => [account, id] as const).map(([a, id]) => [a, id]),
      now,
    );
    return found.filter((appeal) => appeal !== null);
  }

  /** How many wait for a decision. @param most that are counted */
  async countOpen(account: string, most: number, now: number): Promise<number> {
    return (await this.#open.page([account], { limit: most, before: null }, now)).length;
  }

  /** Those opened since a time, the newest first. */
  since(account: string, at: number): AsyncIterable<StoredAppeal> {
    return this.#appeals.since([account], firstAppealId(at));
  }

  /** Durable when it resolves; false: the score has one already. @param also in the same commit */
  async open(account: string, appeal: StoredAppeal, also: Change): Promise<boolean> {
    const { id, requestId, expiresAt: end } = appeal;
    const change = together(
      this.#of.changing([account, partOf(requestId)], (current) => {
        if (current !== null) throw new Abandoned(ONCE);
        return id;
      }, { end }),
      this.#states.changing([account, id], () => appeal, { end, bytes: 2 * JSON.stringify(appeal).length }),
      this.#open.put([account, id], appeal.openedAt, end),
      also,
    );
    return await unlessAbandoned(this.#writer.write(change), ONCE);
  }

  /** Part of a commit, which is abandoned when the appeal is no longer open: see `isOpen`. */
  deciding(
    account: string,
    { id, expiresAt: end }: StoredAppeal,
    { state, ...decided }: AppealDecided & { readonly state: AppealDecision },
  ): Change {
    return together(
      this.#states.changing([account, id], (current) => {
        if (current?.state !== "open") throw new Abandoned(DECIDED);
        return { ...current, state, decided };
      }, { end }),
      this.#open.remove([account, id]),
    );
  }

  /** Whether a commit with `deciding` found the appeal open; durable then. */
  isOpen(commit: Promise<unknown>): Promise<boolean> {
    return unlessAbandoned(commit, DECIDED);
  }

  /** Removes the appeal of a score, with all that the person wrote: part of a commit. */
  async removing(account: string, requestId: string): Promise<Change> {
    const request = partOf(requestId);
    const id = await this.#of.get(account, request);
    if (id === null) return together();
    return together(
      this.#of.changing([account, request], () => null),
      this.#states.changing([account, id], () => null),
      this.#open.remove([account, id]),
    );
  }
}

function partOf(requestId: string): string {
  return requestId.slice(4).replaceAll("-", "");
}
