/**
 * Campaigns that were found among an account's sign-ups, with what people decided about them. All that a pass of the finder
 * changes is one commit, which another process's pass in between abandons, so that a campaign has one id over all processes.
 */
import type { Engine } from "../db/engine.ts";
import type { Writer } from "../db/commit/writer.ts";
import type {
  CampaignDays,
  CampaignFacts,
  CampaignState,
  CampaignStep,
  SuggestedRule,
} from "../model/campaigns/campaign.ts";
import { CAMPAIGN_STATES } from "../model/campaigns/campaign.ts";
import { DAY_MS, MINUTE_MS } from "../model/duration.ts";
import type { Outcome } from "../model/records.ts";
import type { Verdict } from "../model/verdict.ts";
import { type Change, together } from "./change.ts";
import {
  anything,
  count,
  label,
  list,
  number,
  object,
  oneOf,
  orNull,
  record,
  text,
  transient,
} from "./define.ts";
import { Abandoned, State, unlessAbandoned } from "./state.ts";

/** Times are milliseconds since the epoch. */
export interface StoredCampaign {
  readonly id: string;
  readonly text: string;
  readonly facts: CampaignFacts;
  /** What they share that is no fact: `dimension.device <short hash>`, `ring <id>`. */
  readonly shared: readonly string[];
  readonly days: CampaignDays;
  readonly signups: number;
  readonly usual: number;
  readonly first: number;
  readonly last: number;
  readonly verdicts: Readonly<Record<Verdict, number>>;
  readonly shareOfGood: number;
  readonly overTime: readonly number[];
  readonly rule: SuggestedRule;
  /** Where the newest MAX_MEMBERS are among the account's scores, oldest first, with spaces between. */
  readonly members: string;
  /** Labels of the others, as of the last pass; absent: there are none, or an earlier version wrote it. */
  readonly olderLabels?: Readonly<Record<Outcome, number>>;
  readonly state: CampaignState;
  readonly note: string | null;
  readonly until: number | null;
  /** Those that came last, the oldest first. */
  readonly history: readonly CampaignStep[];
  readonly foundAt: number;
  /** When a pass last found it. */
  readonly seenAt: number;
  /** Sign-ups when its state was set, and when its growth was announced last. */
  readonly signupsBefore: number;
  readonly announced: number;
}

/** A campaign without new sign-ups is kept for this long. */
const KEPT_DAYS = 60;
const CAMPAIGN_SHAPE = object<StoredCampaign>({
  id: text,
  text: label,
  facts: anything,
  shared: list(text),
  days: oneOf(1, 7, 30),
  signups: count,
  usual: number,
  first: number,
  last: number,
  verdicts: object<StoredCampaign["verdicts"]>({ allow: count, review: count, block: count }),
  shareOfGood: number,
  overTime: list(count),
  rule: object<SuggestedRule>({ when: text, text: label, action: oneOf("review", "block") }),
  members: text,
  state: oneOf(...CAMPAIGN_STATES),
  note: orNull(label),
  until: orNull(number),
  history: list(
    object<CampaignStep>({ at: text, state: oneOf(...CAMPAIGN_STATES), note: orNull(label) }),
  ),
  foundAt: number,
  seenAt: number,
  signupsBefore: count,
  announced: count,
}, { olderLabels: object<Readonly<Record<Outcome, number>>>({ fraud: count, legit: count }) });

export const CAMPAIGN = record({
  prefix: "campaign",
  key: ["account", "id"],
  value: CAMPAIGN_SHAPE,
  repeats: ["id"],
  lifetimeMs: KEPT_DAYS * DAY_MS,
});

/** The newest pass over an account's sign-ups. */
interface CampaignPass {
  /** Changes with each pass. */
  readonly revision: number;
  readonly at: number;
  /** Until when a process may be at the next one. */
  readonly until: number;
}
export const CAMPAIGN_PASS = record({
  prefix: "campaign-pass",
  key: ["account"],
  value: transient<CampaignPass>(),
  lifetimeMs: KEPT_DAYS * DAY_MS,
});

/** A process that takes longer for a pass has ended. */
const LEASE_MS = MINUTE_MS;
const NO_PASS: CampaignPass = { revision: 0, at: 0, until: 0 };

/** Why a commit is abandoned. */
const PASSED = "another process looked for campaigns meanwhile";
const NOT_DUE = "the account's campaigns were looked for a moment ago";
const GONE = "there is no such campaign";

interface CampaignChange {
  readonly set: readonly StoredCampaign[];
  readonly removed: readonly string[];
}

/** Accounts are owners of links here: those of test keys are apart (`linksOwner`). */
export class CampaignRecords {
  readonly #engine: Engine;
  readonly #writer: Writer;
  readonly #campaigns: State<StoredCampaign, [account: string, id: string]>;
  readonly #passes: State<CampaignPass, [account: string]>;

  constructor(engine: Engine, writer: Writer) {
    this.#engine = engine;
    this.#writer = writer;
    this.#campaigns = new State(writer, CAMPAIGN);
    this.#passes = new State(writer, CAMPAIGN_PASS);
  }

  /** Those that have not expired, in no order. */
  async list(owner: string, now: number): Promise<StoredCampaign[]> {
    const found: StoredCampaign[] = [];
    for await (const { value } of this.#engine.scan(CAMPAIGN.below(owner))) {
      const campaign = CAMPAIGN.read(value);
      if (endOf(campaign) > now) found.push(campaign);
    }
    return found;
  }

  async get(owner: string, id: string, now: number): Promise<StoredCampaign | null> {
    const campaign = await this.#campaigns.get(owner, id);
    return campaign !== null && endOf(campaign) > now ? campaign : null;
  }

  /** Durable when it resolves; null: there is none. @param also in the same commit */
  async change(
    owner: string,
    id: string,
    change: (current: StoredCampaign) => StoredCampaign,
    now: number,
    also?: Change,
  ): Promise<StoredCampaign | null> {
    const changing = this.#campaigns.changingTo([owner, id], (current) => {
      if (current === null || endOf(current) <= now) throw new Abandoned(GONE);
      return change(current);
    }, { end: now + CAMPAIGN.lifetimeMs });
    const isDone = await unlessAbandoned(this.#writer.write(together(changing.change, also)), GONE);
    return isDone ? changing.stored() : null;
  }

  /** The newest pass of any process. */
  async lastPass(owner: string): Promise<CampaignPass> {
    return await this.#passes.get(owner) ?? NO_PASS;
  }

  /**
   * The right to make the next pass, of which it returns the number; null: another process has it, or it is not due.
   * @param everyMs since the last one
   */
  async claim(owner: string, now: number, everyMs: number): Promise<number | null> {
    const changing = this.#passes.changingTo([owner], (current) => {
      const { revision, at, until } = current ?? NO_PASS;
      const isLeased = until > now && until - now <= 2 * LEASE_MS;
      if (isLeased || Math.abs(now - at) < everyMs) throw new Abandoned(NOT_DUE);
      return { revision, at, until: now + LEASE_MS };
    }, { end: now + CAMPAIGN_PASS.lifetimeMs });
    return await unlessAbandoned(this.#writer.write(changing.change), NOT_DUE)
      ? changing.stored().revision
      : null;
  }

  /** What passes that run find is not written. */
  async endPasses(owner: string, now: number): Promise<void> {
    await this.#passes.change([owner], (current) => {
      const { revision, at, until } = current ?? NO_PASS;
      return { revision: revision + 1, at, until };
    }, { end: now + CAMPAIGN_PASS.lifetimeMs });
  }

  /** As it is stored now, with the time that it has. @param change pure; null: it goes */
  async rewrite(
    owner: string,
    { id, seenAt }: Pick<StoredCampaign, "id" | "seenAt">,
    change: (current: StoredCampaign) => StoredCampaign | null,
  ): Promise<void> {
    await this.#campaigns.change([owner, id], (current) => current === null ? null : change(current), {
      end: seenAt + CAMPAIGN.lifetimeMs,
    });
  }

  /**
   * Writes what a pass found, unless another one has written since `revision`: then it answers false.
   * @param also in the same commit
   */
  async commit(
    owner: string,
    revision: number,
    { set, removed }: CampaignChange,
    now: number,
    also?: Change,
  ): Promise<boolean> {
    const end = now + CAMPAIGN.lifetimeMs;
    const pass = this.#passes.changing([owner], (current) => {
      if ((current ?? NO_PASS).revision !== revision) throw new Abandoned(PASSED);
      return { revision: revision + 1, at: now, until: 0 };
    }, { end });
    const changes = [
      ...set.map((campaign) =>
        this.#campaigns.changing([owner, campaign.id], (current) => kept(campaign, current), {
          end,
          bytes: bytesOf(campaign),
        })
      ),
      ...removed.map((id) => this.#campaigns.changing([owner, id], () => null)),
    ];
    return await unlessAbandoned(this.#writer.write(together(pass, ...changes, also)), PASSED);
  }
}

/** Of a campaign whose places are kept. */
export const MAX_MEMBERS = 400;
/** Of all campaigns of a commit: less than a store takes, as somebody may write notes meanwhile. */
export const MAX_COMMIT_BYTES = 600_000;

/** At most: a text has two bytes for each character where one of them needs it. */
export function bytesOf(campaign: StoredCampaign): number {
  return campaign.members.length + 2 * JSON.stringify({ ...campaign, members: "" }).length;
}

/** What people decided while the pass ran stays. */
function kept(found: StoredCampaign, current: StoredCampaign | null): StoredCampaign {
  if (current === null) return found;
  const { state, note, until, history, signupsBefore, announced } = current;
  const isDecided = history.at(-1)?.at !== found.history.at(-1)?.at;
  return { ...found, state, note, until, history, ...(isDecided ? { signupsBefore, announced } : {}) };
}

function endOf({ seenAt }: StoredCampaign): number {
  return seenAt + CAMPAIGN.lifetimeMs;
}
