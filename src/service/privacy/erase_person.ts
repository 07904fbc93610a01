/** Erases what the store holds of a person. Each step may be interrupted and repeated: it finds what is left. */
import type { Change } from "../../records/change.ts";
import { type KeyMode, linksOwner, type ScoreRecord, SERVICE_WIDE, standingOf } from "../../model/records.ts";
import type { SeenValue } from "../../records/privacy/person_data.ts";
import type { OpenedMessages } from "../../records/privacy/erase_lists.ts";
import type { Rule } from "../../model/rules/rule.ts";
import { TimeSlice } from "../rules/time_slicing.ts";
import type { Services } from "../context.ts";
import { eraseSends } from "../guard/person_sends.ts";
import { eraseLogins, eraseLoginsOf } from "../login/person_logins.ts";
import { hashesOf, type KnownPerson, PersonMentions } from "./mentions.ts";
import type { PersonScore } from "./person.ts";

/** What a job is about. */
export interface ErasedPerson extends KnownPerson {
  /** In which it is erased. */
  readonly modes: readonly KeyMode[];
}

/** Other scores that are looked at to see whether somebody else has a value. */
const OTHERS = 20;

export class PersonErasure {
  readonly #services: Services;
  readonly #account: string;
  readonly #person: ErasedPerson;
  /** Addresses that nobody else has, as `links` found. */
  readonly #emails = new Set<string>();

  constructor(services: Services, account: string, person: ErasedPerson) {
    this.#services = services;
    this.#account = account;
    this.#person = person;
  }

  get #owners(): readonly string[] {
    return this.#person.modes.map((mode) => linksOwner(this.#account, mode));
  }

  /** Takes labels back, with what they counted, and deletes the scores and what is kept beside them. */
  async scores(scores: readonly PersonScore[]): Promise<void> {
    const { store, now } = this.#services;
    const records = await store.scores.getMany(this.#account, scores.map(({ id }) => id), now());
    for (const record of records.values()) {
      if (await store.labels.newest(this.#account, record.id) === null) continue;
      await store.labels.relabel(record, { outcome: null }, now());
    }
    await store.personData.eraseScores(this.#account, scores);
  }

  /** Links, and reports, of values; what other services told of the person. To be called when all scores are gone: whoever has a value then is somebody else. */
  async links(scores: readonly PersonScore[]): Promise<void> {
    const { store } = this.#services;
    for (const mode of this.#person.modes) {
      const ofMode = scores.filter((score) => score.mode === mode);
      if (ofMode.length === 0) continue;
      const own = { email: [] as string[], phone: [] as string[], device: [] as string[] };
      const shared: string[] = [];
      for (const { kind, hash } of seenValues(ofMode)) {
        if (kind !== "email" && kind !== "phone" && kind !== "device") continue;
        if (!await this.#hasOthers(mode, kind, hash)) own[kind].push(hash);
        else if (kind === "device") shared.push(hash);
      }
      own.email.forEach((email) => this.#emails.add(email));
      await store.personData.eraseLinks({
        owner: linksOwner(this.#account, mode),
        ids: ofMode.map(({ id }) => id),
        nodes: [...new Set(ofMode.flatMap(({ nodes }) => nodes))],
        own,
        shared,
      });
      const externals = [...new Set(ofMode.flatMap(({ external }) => external ?? []))];
      const told = await store.toldAccounts.erase(this.#account, [...externals, ...own.email, ...own.phone]);
      await eraseLoginsOf(this.#services, this.#account, [...new Set([...externals, ...told])]);
      if (mode === "test") continue;
      const reported = (["email", "phone", "device"] as const).flatMap((kind) =>
        own[kind].map((hash) => ({ kind, hash }))
      );
      await store.personData.eraseReports(this.#account, reported);
    }
  }

  /** @param once see `PersonData.eraseSightings` */
  async sightings(scores: readonly PersonScore[], once: (step: number) => Change): Promise<void> {
    const { store } = this.#services;
    const account = store.accounts.account(this.#account);
    if (account === null) return;
    const seen = seenValues(scores.filter(({ mode }) => mode === "live"));
    await store.compactSightings();
    const of = standingOf(account) === "member" ? SERVICE_WIDE : account.id;
    await store.personData.eraseSightings(seen, of, once);
  }

  /** What names the person among others. @returns how much went of what */
  async lists(ids: readonly string[], opened: OpenedMessages): Promise<Readonly<Record<string, number>>> {
    const { store, hasher, sources } = this.#services;
    const rules = await this.#rules();
    const mentions = new PersonMentions(hasher, this.#person, ids, rules.map(({ id }) => id));
    await store.personData.eraseShapes(this.#owners, this.#emails);
    await store.personData.eraseFromLists(this.#account, mentions);
    await this.campaigns(ids);
    const addresses = this.#person.own.flatMap(({ kind, hash }) => kind === "email" ? [hash] : []);
    await sources.mailboxes.erase?.(new Set([...addresses, ...this.#emails]), this.#account);
    // The file of a backtest may hold the person: what it is about is not known of its page.
    await store.backtests.remove(this.#account);
    await eraseLogins(this.#services, this.#account, this.#person);
    await eraseSends(this.#services, this.#account, this.#person);
    const messages = await store.personData.eraseMessages(this.#account, opened, mentions);
    return { ...messages, rules: rules.length };
  }

  /** To be called again when other processes may have put back what they had in memory. */
  async campaigns(ids: readonly string[]): Promise<void> {
    const { store, hasher, now } = this.#services;
    const mentions = new PersonMentions(hasher, this.#person, ids, []);
    await store.personData.eraseFromCampaigns(this.#owners, mentions, async (slots) => {
      const records = await store.scores.bySlot(this.#account, slots, now());
      return [...records.values()].map(({ facts = {} }) => facts);
    });
  }

  /** Deletes rules whose value is the person's user id, address or number. */
  async #rules(): Promise<readonly Rule[]> {
    const { rules, now } = this.#services;
    if (this.#person.modes.includes("test") && !this.#person.modes.includes("live")) return [];
    return await rules.change(this.#account, async (existing) => {
      const found = await namingRules(this.#services, existing.all(), this.#person);
      return { added: [], removed: new Set(found.map(({ id }) => id)), result: found };
    }, now());
  }

  async #hasOthers(mode: KeyMode, kind: string, hash: string): Promise<boolean> {
    const { store } = this.#services;
    const { records } = await store.scoreSearch.newestWith(this.#account, [hash], {
      since: 0,
      limit: OTHERS,
    });
    return records.some((record) => record.mode === mode && has(record, kind, hash));
  }
}

/** Rules for the person alone: a rule of a network or a domain is about others too. */
export async function namingRules(
  { hasher }: Pick<Services, "hasher">,
  rules: Iterable<Rule>,
  { userIds, own }: KnownPerson,
): Promise<Rule[]> {
  const wanted = new Set(own.map(({ kind, hash }) => `${kind} ${hash}`));
  const found: Rule[] = [];
  const slice = new TimeSlice();
  for (const rule of rules) {
    if (slice.isOver) await slice.next();
    const { kind, value, hash } = rule;
    if (kind === "user" && userIds.includes(value)) found.push(rule);
    if (kind !== "email" && kind !== "phone") continue;
    const hashes = hash === undefined ? hashesOf(hasher, kind, value) : [hash];
    if (hashes.some((each) => wanted.has(`${kind} ${each}`))) found.push(rule);
  }
  return found;
}

function has({ components }: ScoreRecord, kind: string, hash: string): boolean {
  return components.some((component) => component.kind === kind && component.hash === hash);
}

function seenValues(scores: readonly PersonScore[]): SeenValue[] {
  const seen = new Map<string, SeenValue>();
  for (const [kind, hash] of scores.flatMap(({ values }) => values)) {
    const name = `${kind} ${hash}`;
    seen.set(name, { kind, hash, times: (seen.get(name)?.times ?? 0) + 1 });
  }
  return [...seen.values()];
}
