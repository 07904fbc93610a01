/** Three months without fraud: which cards appear, and which good people are not let in. */
import { DAY_MS, HOUR_MS } from "../../src/model/duration.ts";
import type { Addresses } from "./addresses.ts";
import { goodPeople, type GoodSignup } from "./good.ts";
import { People } from "./people.ts";
import { type Card, MeasuredApp, type Scored } from "./service.ts";

export interface ScoredGood {
  readonly good: GoodSignup;
  readonly scored: Scored;
}

/** A card that appeared, and who is on it. */
interface FalseCard {
  readonly at: number;
  readonly told: string;
}

export interface QuietMonths {
  readonly falseCards: readonly FalseCard[];
  /** Of each month. */
  readonly byMonth: readonly number[];
  readonly mostOnADay: number;
  /** Cards that stood on the page at once. */
  readonly mostAtOnce: number;
  readonly good: readonly ScoredGood[];
  readonly longestPassMs: number;
  readonly hasCampaigns: boolean;
}

const MONTHS = 3;
const MONTH_MS = 30 * DAY_MS;
const LOOK_MS = 24 * HOUR_MS;

export async function quietMonths(seed: number, addresses: Addresses, start: number): Promise<QuietMonths> {
  await using app = await MeasuredApp.start(start, "score");
  const good: ScoredGood[] = [];
  const personas = new Map<string, string>();
  const seen = new Map<string, FalseCard>();
  let [mostAtOnce, look] = [0, start + LOOK_MS];
  const lookAt = async (at: number) => {
    app.now = at;
    const cards = app.hasCampaigns ? await app.cards() : [];
    mostAtOnce = Math.max(mostAtOnce, cards.length);
    for (const card of cards) {
      if (!seen.has(card.campaign_id)) seen.set(card.campaign_id, { at, told: told(card, personas) });
    }
  };
  for (const one of goodPeople(new People(seed, addresses), start)) {
    for (; look <= one.at; look += LOOK_MS) await lookAt(look);
    app.now = one.at;
    const scored = await app.score(one.signup);
    personas.set(scored.request_id, one.persona);
    good.push({ good: one, scored });
  }
  await lookAt(look);
  const falseCards = [...seen.values()];
  const count = (key: (card: FalseCard) => number) => Map.groupBy(falseCards.map(key), (at) => at);
  const months = count(({ at }) => Math.min(MONTHS - 1, Math.floor((at - start) / MONTH_MS)));
  const days = count(({ at }) => Math.floor((at - start) / DAY_MS));
  return {
    falseCards,
    byMonth: Array.from({ length: MONTHS }, (_, month) => months.get(month)?.length ?? 0),
    mostOnADay: Math.max(0, ...[...days.values()].map((of) => of.length)),
    mostAtOnce,
    good,
    longestPassMs: app.passes.longest,
    hasCampaigns: app.hasCampaigns,
  };
}

/** What a card says, and who is on it. */
export function told(card: Card, personas: ReadonlyMap<string, string>): string {
  const on = Map.groupBy(card.sample, ({ request_id }) => personas.get(request_id) ?? "?");
  const who = [...on].sort((a, b) => b[1].length - a[1].length).map(([name, of]) => `${of.length} ${name}`);
  const facts = JSON.stringify(card.facts);
  return `${card.text ?? ""} ${facts}: ${card.signups} against ${card.usual}; sample ${who.join(", ")}`;
}
