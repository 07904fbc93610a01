/** What the store holds of a person of an account, to be erased step by step. Each step may be interrupted and repeated. */
import type { Writer } from "../../db/commit/writer.ts";
import type { CellUpdate } from "../../db/commit/cell.ts";
import type { Engine } from "../../db/engine.ts";
import type { Columns } from "../../db/index/columns.ts";
import type { Postings } from "../../db/index/postings.ts";
import type { ComponentKind } from "../../model/component.ts";
import type { KeyMode } from "../../model/records.ts";
import { type Change, changeOf, together } from "../../db/commit/change.ts";
import type { Histories } from "../reputation/histories.ts";
import type { ReportedValue } from "../reputation/reputation_write.ts";
import { SIGHTING, sightingHash } from "../sightings/sighting.ts";
import { unlessAbandoned } from "../state.ts";
import type { CampaignRecords } from "../campaigns.ts";
import { eraseFromCampaigns, type FactsOfSlots } from "./erase_campaigns.ts";
import { type ErasedLinks, eraseLinks, eraseShapes } from "./erase_links.ts";
import {
  eraseAnnounced,
  eraseByRequest,
  eraseFromLists,
  eraseMessages,
  type Mentions,
  messagesAbout,
  type OpenedMessages,
} from "./erase_lists.ts";
import { eraseScores } from "./erase_scores.ts";
import { STEP_DONE } from "./erasures.ts";

/** How often a value was scored for the person. */
export interface SeenValue {
  readonly kind: ComponentKind;
  readonly hash: string;
  readonly times: number;
}

interface PersonDataParts {
  readonly engine: Engine;
  readonly writer: Writer;
  readonly postings: Postings;
  readonly columns: Columns;
  readonly histories: Histories;
  readonly campaigns: CampaignRecords;
  readonly now: () => number;
}

/** Of one write: each is a checked cell or two. */
const VALUES_PER_WRITE = 40;

export class PersonData {
  readonly #parts: PersonDataParts;

  constructor(parts: PersonDataParts) {
    this.#parts = parts;
  }

  /** With what is kept beside them. Their labels have been taken back. */
  async eraseScores(
    account: string,
    scores: readonly { readonly id: string; readonly mode: KeyMode; readonly transaction?: string }[],
  ): Promise<void> {
    await eraseByRequest(this.#parts, account, scores);
    await eraseScores(this.#parts, { account, ids: scores });
  }

  eraseLinks(links: ErasedLinks): Promise<void> {
    return eraseLinks(this.#parts, links);
  }

  /** @param emails hashes of addresses that nobody else has */
  async eraseShapes(owners: readonly string[], emails: ReadonlySet<string>): Promise<void> {
    if (emails.size === 0) return;
    for (const owner of owners) await eraseShapes(this.#parts, owner, emails);
  }

  eraseFromLists(account: string, mentions: Mentions): Promise<void> {
    return eraseFromLists(this.#parts, account, mentions);
  }

  async eraseFromCampaigns(
    owners: readonly string[],
    mentions: Mentions,
    factsOf: FactsOfSlots,
  ): Promise<void> {
    for (const owner of owners) await eraseFromCampaigns(this.#parts, owner, mentions, factsOf);
  }

  eraseMessages(account: string, opened: OpenedMessages, mentions: Mentions) {
    return eraseMessages(this.#parts, account, opened, mentions);
  }

  /** When other processes have read it. @param parts of keys that are gone */
  eraseAnnounced(parts: ReadonlySet<string>): Promise<void> {
    return eraseAnnounced(this.#parts, parts);
  }

  /** Those that `eraseMessages` would erase, but for answers that are kept: they are of what is exported otherwise. */
  messages(account: string, opened: OpenedMessages, mentions: Mentions): Promise<readonly unknown[]> {
    return messagesAbout(this.#parts, account, opened, mentions);
  }

  /**
   * Takes back how often values were seen for the person; a value that was seen for nobody else is forgotten.
   * @param of whose sightings, as `sightingsOf` says it
   * @param once in the commit of each step, which it abandons when the step was made before (STEP_DONE)
   */
  async eraseSightings(
    values: readonly SeenValue[],
    of: string,
    once: (step: number) => Change,
  ): Promise<void> {
    const expiresAt = this.#parts.now() + SIGHTING.lifetimeMs;
    for (let from = 0, step = 0; from < values.length; from += VALUES_PER_WRITE, step++) {
      const cells = values.slice(from, from + VALUES_PER_WRITE).map(({ kind, hash, times }): CellUpdate =>
        SIGHTING.update(SIGHTING.key(kind, sightingHash(hash, of)), {
          exact: true,
          expiresAt,
          change: (current) =>
            current === null || current[1] <= times ? null : [current[0], current[1] - times],
        })
      );
      await unlessAbandoned(this.#parts.writer.write(together(once(step), changeOf({ cells }))), STEP_DONE);
    }
  }

  /** Takes back what the account reported of values. */
  async eraseReports(account: string, values: readonly ReportedValue[]): Promise<void> {
    const { histories, writer } = this.#parts;
    for (let from = 0; from < values.length; from += VALUES_PER_WRITE) {
      const page = values.slice(from, from + VALUES_PER_WRITE);
      const reported: ReportedValue[] = [];
      for (const value of page) if (await histories.ownReports(account, value) > 0) reported.push(value);
      if (reported.length > 0) await writer.write(histories.withdrawal(reported, account, new Map()));
    }
  }
}
