/**
 * Everything that the store holds of an account besides the account itself and its keys. Removing it is housekeeping: it
 * goes through the store step by step, may be interrupted and repeated, and serves running processes no half of a value.
 */
import { COMPONENT_KINDS } from "../model/component.ts";
import { linksOwner } from "../model/records.ts";
import { accountOf } from "./scores/score_codec.ts";
import { chunkWithout, segmentTime } from "../db/commit/segment.ts";
import { accountSightings, linesWithout, SIGHTING } from "./sightings/sighting.ts";
import type { Writer } from "../db/commit/writer.ts";
import type { Engine, Entry, Key } from "../db/engine.ts";
import { chunkIn, countIn } from "../db/index/entry.ts";
import { HOOKS, type Hooks } from "./endpoints/hooks.ts";
import { WEBHOOKS } from "./endpoints/webhooks.ts";
import { RULES } from "./rules.ts";
import { AGENT_POLICY } from "./agents/policies.ts";
import type { Histories } from "./reputation/histories.ts";
import type { People } from "./people/people.ts";
import type { Sessions } from "./people/sessions.ts";
import { ADDRESS_LABEL } from "./labels/address_labels.ts";
import { LABEL } from "./labels/labels.ts";
import { LINKAGE } from "./linkage/counters.ts";
import { PLACE } from "./linkage/places.ts";
import { RING_COMPANY } from "./linkage/companies.ts";
import { RING_KEY } from "./linkage/ring_keys.ts";
import { RING_NODE } from "./linkage/ring_forest.ts";
import { SCORES_OF, SEGMENT } from "../db/own_rows.ts";
import { SIGHTING_LOG } from "./sightings/sighting_log.ts";

/** Entries deleted in one atomic batch. */
const DELETED_PER_BATCH = 400;
/** Characters of a segment's id, with which the names of `scoresOf` begin. */
const SEGMENT_CHARS = 18;
const SEPARATOR_END = "\u007f";

interface AccountDataOptions {
  readonly engine: Engine;
  readonly writer: Writer;
  readonly histories: Histories;
  readonly sessions: Sessions;
  readonly people: People;
  readonly hooks: Hooks;
  /** Whose keys begin with the account's id. */
  readonly keyspaces: readonly { readonly prefix: Key }[];
  readonly now: () => number;
}

/** What removing an account's data would remove. */
interface AccountDataCounts {
  readonly scores: number;
  readonly labels: number;
  /** Values that it reported or labelled as fraud. */
  readonly reported: number;
}

export class AccountData {
  readonly #options: AccountDataOptions;

  constructor(options: AccountDataOptions) {
    this.#options = options;
  }

  async count(account: string): Promise<AccountDataCounts> {
    const { engine, histories } = this.#options;
    let scores = 0;
    let labels = 0;
    for await (const { value } of engine.scan(SCORES_OF.below(account))) {
      scores += countIn(SCORES_OF.read(value));
    }
    for (const { prefix } of [LABEL, ADDRESS_LABEL]) {
      for await (const _ of engine.scan([...prefix, account])) labels++;
    }
    return { scores, labels, reported: (await histories.reportedBy(account)).length };
  }

  /** What running processes write while this runs may be left: the caller ends the account's access first. */
  async remove(account: string): Promise<void> {
    const { writer, histories, sessions, people, hooks } = this.#options;
    await histories.forget(account);
    await sessions.endAll(account);
    await people.forget(account);
    await this.#removeScores(account);
    await this.#removeSightings(account);
    for (const { prefix } of this.#options.keyspaces) {
      await this.#delete([[...prefix, account]]);
      await this.#deleteBelow([...prefix, account]);
    }
    for (const { prefix } of [LINKAGE, RING_COMPANY, RING_KEY, RING_NODE, PLACE]) {
      await this.#deleteBelow([...prefix, linksOwner(account, "test")]);
    }
    await hooks.reload(account);
    await writer.write({
      changes: [RULES, AGENT_POLICY, HOOKS, WEBHOOKS].map((each) => each.key(account)),
    });
  }

  /** The records are in segments with those of other accounts. */
  async #removeScores(account: string): Promise<void> {
    const { engine } = this.#options;
    const segments = new Set<string>();
    for await (const { key, value } of engine.scan(SCORES_OF.below(account))) {
      if (chunkIn(SCORES_OF.read(value)) !== null) continue; // goes with the entry
      segments.add(key[2]!.slice(0, SEGMENT_CHARS));
    }
    for (const segment of segments) {
      const expiresAt = segmentTime(segment) + SEGMENT.lifetimeMs;
      for await (const chunk of engine.scan(SEGMENT.below(segment))) {
        await this.#rewrite(
          chunk,
          expiresAt,
          (bytes) => chunkWithout(bytes, (record) => accountOf(record) === account),
        );
      }
    }
  }

  /** Its own sightings (`seenAs`), in the log and compacted. */
  async #removeSightings(account: string): Promise<void> {
    const { engine, now } = this.#options;
    for await (const entry of engine.scan(SIGHTING_LOG.prefix)) {
      await this.#rewrite(entry, now() + SIGHTING_LOG.lifetimeMs, (bytes) => {
        const lines = new TextDecoder().decode(bytes).split("\n");
        const kept = linesWithout(account, lines);
        if (kept.length === lines.length) return bytes;
        return kept.length === 0 ? null : new TextEncoder().encode(kept.join("\n"));
      });
    }
    for (const kind of COMPONENT_KINDS) {
      const start = SIGHTING.key(kind, accountSightings(account));
      await this.#deleteBelow(SIGHTING.below(kind), {
        start,
        end: SIGHTING.key(kind, account + SEPARATOR_END),
      });
    }
  }

  /** Replaces an entry by what is left of it; one that changed meanwhile is left to the next call of `remove`. */
  async #rewrite(
    { key, value, version }: Entry,
    expiresAt: number,
    change: (bytes: Uint8Array) => Uint8Array | null,
  ): Promise<void> {
    if (!(value instanceof Uint8Array)) return;
    const rest = change(value);
    if (rest === value) return;
    const check = [{ key, version }];
    const { engine } = this.#options;
    if (rest === null) await engine.commit({ check, delete: [key] });
    else await engine.commit({ check, set: [{ key, value: rest, expiresAt }] });
  }

  async #deleteBelow(prefix: Key, range: { start?: Key; end?: Key } = {}): Promise<void> {
    const { engine } = this.#options;
    for (;;) {
      const page = await Array.fromAsync(engine.scan(prefix, { ...range, limit: DELETED_PER_BATCH }));
      if (page.length === 0) return;
      await this.#delete(page.map(({ key }) => key));
    }
  }

  async #delete(keys: readonly Key[]): Promise<void> {
    const { engine, writer } = this.#options;
    await engine.commit({ delete: keys });
    for (const key of keys) writer.forget(key);
  }
}
