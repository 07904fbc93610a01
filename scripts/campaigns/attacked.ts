/** The same three months with campaigns: when each is on a card, and what labels and the card's rule make of its next waves. */
import { DAY_MS, HOUR_MS } from "../../src/model/duration.ts";
import type { Addresses } from "./addresses.ts";
import { type Campaign, campaignOf, type Kind } from "./campaign.ts";
import { goodPeople } from "./good.ts";
import { plantedRing } from "./kinds.ts";
import { People } from "./people.ts";
import { type ScoredGood, told } from "./quiet.ts";
import { type Card, MeasuredApp, type Scored } from "./service.ts";

export interface CampaignOutcome {
  readonly kind: Kind;
  /** The member after which it was on a card, from 1; null: not in time. */
  readonly foundAt: number | null;
  /** What the card said. */
  readonly card: string | null;
  /** Shares of each wave that were reviewed or blocked: before labels, after ten, and with the card's rule. */
  readonly stopped: readonly [before: number, labelled: number, ruled: number | null];
  /** Of the good people so far, the share that the card's rule is true of; null: it was not needed, or there is none. */
  readonly ruleTouches: number | null;
  readonly rule: string | null;
  /** Why members of the second wave were allowed: scores and their strongest findings. */
  readonly allowed: readonly string[];
  /** When it was not found: the cards that were there. */
  readonly cardsInstead: readonly string[];
}

export interface AttackedMonths {
  readonly campaigns: readonly CampaignOutcome[];
  readonly good: readonly ScoredGood[];
  /** From the fourth member of planted rings on, by their longest time in days. */
  readonly planted: ReadonlyMap<number, { readonly caught: number; readonly of: number }>;
  /** Seen while looking for the campaigns: most on them are good. */
  readonly falseCards: readonly string[];
  readonly longestPassMs: number;
}

const FIRST_LOOK = 4;
const LABELS = 10;
const LABELLED_AFTER_MS = 3 * HOUR_MS;
const RULED_AFTER_MS = HOUR_MS;
const RING_SIZES = [5, 15, 30];
/** From the first member to the last one at most. */
export const RING_DAYS = [2, 14] as const;
const FROM_MEMBER = 4;
/** Of a card's sample, this share and more must be members, and of all on it at least half. */
const MEMBERS = 0.6;
const MEMBERS_OF_ALL = 0.5;
const STOPPED = 0.9;
/** A rule that is true of a larger share of the good people is not made live. */
export const MOST_TOUCHED = 0.005;

interface Step {
  readonly at: number;
  readonly run: () => Promise<void>;
}

export async function attackedMonths(
  seed: number,
  addresses: Addresses,
  start: number,
  kinds: readonly Kind[],
  linkage: "score" | "report" = "score",
): Promise<AttackedMonths> {
  await using app = await MeasuredApp.start(start, linkage);
  const months = new Months(app);
  const people = new People(seed, addresses);
  const steps: Step[] = goodPeople(people, start).map((good) => ({
    at: good.at,
    run: () => months.good(good),
  }));
  const { random } = people;
  // Slow ones need most of the time that is left.
  for (const kind of kinds) {
    const begin = start + (15 + random.next() * (kind.foundBy > 10 ? 20 : 55)) * DAY_MS;
    steps.push(...months.stepsOf(campaignOf(people, kind, begin)));
  }
  for (const days of RING_DAYS) {
    for (const size of RING_SIZES) {
      const begin = start + (8 + random.next() * 65) * DAY_MS;
      steps.push(...months.ringSteps(campaignOf(people, plantedRing(size, days), begin), days));
    }
  }
  for (const { at, run } of steps.sort((a, b) => a.at - b.at)) {
    app.now = at;
    await run();
  }
  return months.result();
}

class Months {
  readonly #app: MeasuredApp;
  readonly #good: ScoredGood[] = [];
  /** Who each score is of: a persona, or the name of a campaign. */
  readonly #who = new Map<string, string>();
  readonly #isGood = new Set<string>();
  readonly #watched: Watched[] = [];
  readonly #planted = new Map(RING_DAYS.map((days) => [days as number, { caught: 0, of: 0 }]));
  readonly #falseCards = new Map<string, string>();

  constructor(app: MeasuredApp) {
    this.#app = app;
  }

  async good(good: ScoredGood["good"]): Promise<void> {
    const scored = await this.#app.score(good.signup);
    this.#who.set(scored.request_id, good.persona);
    this.#isGood.add(scored.request_id);
    this.#good.push({ good, scored });
  }

  stepsOf(campaign: Campaign): Step[] {
    const watched = new Watched(campaign);
    this.#watched.push(watched);
    const { waves } = campaign;
    let member = 0;
    const signups = waves.flatMap((times, wave) =>
      times.map((at) => {
        const number = member++;
        return { at, run: () => this.#member(watched, wave, number, at) };
      })
    );
    const end = (wave: number) => waves[wave]!.at(-1)!;
    return [
      ...signups,
      { at: end(0) + LABELLED_AFTER_MS, run: () => this.#label(watched) },
      { at: end(1) + RULED_AFTER_MS, run: () => this.#rule(watched) },
    ];
  }

  ringSteps({ kind, waves: [times = []], make }: Campaign, days: number): Step[] {
    const planted = this.#planted.get(days)!;
    return times.map((at, member) => ({
      at,
      run: async () => {
        const { verdict, request_id } = await this.#app.score(make(member, at));
        this.#who.set(request_id, kind.name);
        if (member + 1 < FROM_MEMBER) return;
        planted.of++;
        if (verdict !== "allow") planted.caught++;
      },
    }));
  }

  result(): AttackedMonths {
    return {
      campaigns: this.#watched.map((watched) => watched.outcome()),
      good: this.#good,
      planted: this.#planted,
      falseCards: [...this.#falseCards.values()],
      longestPassMs: this.#app.passes.longest,
    };
  }

  async #member(watched: Watched, wave: number, number: number, at: number): Promise<void> {
    const { kind, make } = watched.campaign;
    const scored = await this.#app.score(make(number, at));
    this.#who.set(scored.request_id, kind.name);
    watched.waves[wave]!.push(scored);
    const isLooked = wave === 0 && number + 1 >= FIRST_LOOK && number + 1 <= kind.foundBy;
    if (!isLooked || watched.card !== null) return;
    const cards = await this.#cards();
    watched.card = watched.best(cards);
    if (watched.card !== null) {
      watched.foundAt = number + 1;
      watched.told = told(watched.card, this.#who);
    } else if (number + 1 === kind.foundBy) watched.instead = cards.map((card) => told(card, this.#who));
  }

  async #label({ waves: [first] }: Watched): Promise<void> {
    await this.#app.labelFraud(first!.slice(0, LABELS).map(({ request_id }) => request_id));
  }

  /** Where labels were not enough, the card's rule goes live. */
  async #rule(watched: Watched): Promise<void> {
    if (shareStopped(watched.waves[1]!) >= STOPPED) return;
    const rule = (watched.best(await this.#cards()) ?? watched.card)?.suggested_rule ?? null;
    if (rule === null) return;
    const touched = await this.#app.touchedBy(rule);
    watched.touches = [...touched].filter((id) => this.#isGood.has(id)).length / this.#isGood.size;
    watched.rule = `${rule.action} when ${rule.when}`;
    if (watched.touches > MOST_TOUCHED) return;
    const refused = await this.#app.makeRule(rule);
    if (refused !== null) watched.rule += ` was refused: ${refused}`;
  }

  async #cards(): Promise<readonly Card[]> {
    if (!this.#app.hasCampaigns) return [];
    const cards = await this.#app.cards();
    for (const card of cards) {
      const good = card.sample.filter(({ request_id }) => this.#isGood.has(request_id)).length;
      if (good * 2 > card.sample.length) this.#falseCards.set(card.campaign_id, told(card, this.#who));
    }
    return cards;
  }
}

/** A campaign while it runs. */
class Watched {
  readonly campaign: Campaign;
  readonly waves: readonly Scored[][];
  card: Card | null = null;
  told: string | null = null;
  foundAt: number | null = null;
  instead: readonly string[] = [];
  touches: number | null = null;
  rule: string | null = null;

  constructor(campaign: Campaign) {
    this.campaign = campaign;
    this.waves = campaign.waves.map(() => []);
  }

  /** Of the cards that are about it the one with most members in its sample. */
  best(cards: readonly Card[]): Card | null {
    const ids = new Set(this.waves.flat().map(({ request_id }) => request_id));
    const shares = cards.map((card) => {
      const { sample, signups } = card;
      const members = sample.filter(({ request_id }) => ids.has(request_id)).length;
      const isAbout = ids.size >= MEMBERS_OF_ALL * signups;
      return { card, share: isAbout && sample.length > 0 ? members / sample.length : 0 };
    });
    const best = shares.sort((a, b) => b.share - a.share)[0];
    return best !== undefined && best.share >= MEMBERS ? best.card : null;
  }

  outcome(): CampaignOutcome {
    const [before, labelled, ruled] = this.waves;
    return {
      kind: this.campaign.kind,
      foundAt: this.foundAt,
      card: this.told,
      stopped: [
        shareStopped(before!),
        shareStopped(labelled!),
        this.rule === null ? null : shareStopped(ruled!),
      ],
      ruleTouches: this.touches,
      rule: this.rule,
      allowed: labelled!.filter(({ verdict }) => verdict === "allow").map(findings),
      cardsInstead: this.instead,
    };
  }
}

export function findings({ risk_score, top_signals }: Scored): string {
  return `${risk_score} (${top_signals.slice(0, 3).join("; ") || "nothing"})`;
}

function shareStopped(wave: readonly Scored[]): number {
  return wave.filter(({ verdict }) => verdict !== "allow").length / Math.max(1, wave.length);
}
