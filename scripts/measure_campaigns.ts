/** Measures campaigns, for `measure.ts`: found, stopped after ten labels, and what it costs good people. */
import {
  type AttackedMonths,
  attackedMonths,
  type CampaignOutcome,
  findings,
  MOST_TOUCHED,
  RING_DAYS,
} from "./campaigns/attacked.ts";
import { Addresses } from "./campaigns/addresses.ts";
import { KINDS } from "./campaigns/kinds.ts";
import { type QuietMonths, quietMonths, type ScoredGood } from "./campaigns/quiet.ts";
import { MeasuredApp } from "./campaigns/service.ts";
import { UNNAMED } from "./campaigns/unnamed.ts";
import { atLeast, atMost, atMostCount, type Measure, reported } from "./measure_rows.ts";

/** Seeds from this one on are not tuned to, and have the kinds that nothing was made for. */
const HELD_OUT = 100;
export const CAMPAIGN_SEEDS: readonly number[] = [101, 102, 103, 104, 105];
/** A Monday. */
const START = Date.UTC(2026, 10, 2);
/** Classes of devices with fewer people say too little. */
const CLASS_PEOPLE = 50;
const PERSONAS = ["office", "campus", "class", "family", "launch", "newsletter", "traveller", "relay"];
/** An id that people of this many different addresses have, who are no family, is one of many devices. */
const COLLIDING = 2;

/** What one seed is replayed as: without fraud, with the campaigns, and with those of kinds that have no name. */
export const CAMPAIGN_RUNS = ["quiet", "attacked", "unnamed"] as const;
type Run = typeof CAMPAIGN_RUNS[number];

interface Measured {
  readonly quiet: QuietMonths[];
  readonly attacked: AttackedMonths[];
  readonly unnamed: AttackedMonths[];
}

/** @param root the project's folder @param progress takes what was missed, and why, where the seed is not held out */
export async function measureCampaigns(
  root: string,
  { seeds, runs }: { readonly seeds: readonly number[]; readonly runs: readonly Run[] },
  progress: (line: string) => void,
): Promise<Measure[]> {
  const addresses = await readAddresses(root);
  const measured: Measured = { quiet: [], attacked: [], unnamed: [] };
  for (const seed of seeds) {
    const tell = seed < HELD_OUT ? progress : () => {};
    for (const run of runs) {
      if (run === "unnamed" && seed < HELD_OUT) continue;
      const started = performance.now();
      if (run === "quiet") {
        const months = await quietMonths(seed, addresses, START);
        measured.quiet.push(months);
        explainQuiet(months, tell);
      } else {
        const months = await attackedMonths(seed, addresses, START, run === "attacked" ? KINDS : UNNAMED);
        measured[run].push(months);
        explainAttacked(months, tell);
      }
      progress(`campaigns, seed ${seed}, ${run}: ${((performance.now() - started) / 1000).toFixed(0)} s`);
    }
  }
  return rowsOf(measured);
}

async function readAddresses(root: string): Promise<Addresses> {
  await using app = await MeasuredApp.start(START, "report");
  return await Addresses.read(root, (addresses) => app.lookUp(addresses));
}

function rowsOf({ quiet, attacked, unnamed }: Measured): Measure[] {
  const all = [...quiet, ...attacked];
  const good = all.flatMap((months) => months.good);
  const planted = RING_DAYS.map((days) => {
    const rings = attacked.map((months) => months.planted.get(days)!);
    return sum(rings.map(({ caught }) => caught)) / sum(rings.map(({ of }) => of));
  });
  return [
    ...KINDS.flatMap(({ name }) =>
      campaignRows(
        name,
        attacked.flatMap(({ campaigns }) => campaigns).filter(({ kind }) => kind.name === name),
      )
    ),
    ...campaignRows("kinds without a name", unnamed.flatMap(({ campaigns }) => campaigns)),
    ...(quiet.length === 0 ? [] : [
      atMostCount(
        "false cards in a month without fraud, most",
        largest(quiet.flatMap((one) => one.byMonth)),
        5,
      ),
      atMostCount("false cards that appear on a day, most", largest(quiet.map((one) => one.mostOnADay)), 2),
      reported("false cards at once, most (count)", largest(quiet.map((one) => one.mostAtOnce))),
    ]),
    ...(all.length === 0 ? [] : goodRows(good, all)),
    ...(attacked.length === 0 ? [] : [
      reported(
        "false cards beside campaigns, most (count)",
        largest(attacked.map((one) => one.falseCards.length)),
      ),
      atLeast(
        "planted device rings within two days: from the fourth member on reviewed or blocked",
        planted[0]!,
        80,
      ),
      reported("planted device rings within two weeks: the same", planted[1]!),
    ]),
  ];
}

function goodRows(
  good: readonly ScoredGood[],
  all: readonly { readonly good: readonly ScoredGood[] }[],
): Measure[] {
  const classes = all.flatMap((months) => [...byClass(months.good).values()].map(shareStopped));
  return [
    atMost("good people reviewed or blocked", shareStopped(good), 1.5),
    ...PERSONAS.map((persona) =>
      reported(
        `good people, ${persona}: reviewed or blocked`,
        shareStopped(good.filter((one) => one.good.persona === persona)),
      )
    ),
    atMost(
      "good people on colliding device ids reviewed or blocked",
      shareStopped(all.flatMap((months) => onCollidingIds(months.good))),
      2,
    ),
    atMost(`the same, worst class of devices with ${CLASS_PEOPLE} or more people`, largest(classes), 4),
  ];
}

function campaignRows(name: string, outcomes: readonly CampaignOutcome[]): Measure[] {
  if (outcomes.length === 0) return [];
  const by = new Set(outcomes.map(({ kind }) => kind.foundBy));
  const found = outcomes.filter(({ foundAt }) => foundAt !== null).length / outcomes.length;
  const touched = largest(outcomes.map(({ ruleTouches }) => ruleTouches ?? 0));
  return [
    atLeast(`${name}: on a card by member ${[...by].join(" or ")}`, found, 100),
    atLeast(`${name}: next wave reviewed or blocked`, mean(outcomes.map(stoppedShare)), 90),
    reported(`${name}: the same by ten labels alone`, mean(outcomes.map(({ stopped }) => stopped[1]))),
    ...(touched === 0
      ? []
      : [atMost(`${name}: good people whom the card's rule touches, most`, touched, MOST_TOUCHED * 100)]),
  ];
}

/** By labels, or else with the card's rule, if few good people have to do with it. */
function stoppedShare({ stopped: [, labelled, ruled], ruleTouches }: CampaignOutcome): number {
  const isNarrow = ruled !== null && ruleTouches !== null && ruleTouches <= MOST_TOUCHED;
  return isNarrow ? Math.max(labelled, ruled) : labelled;
}

function onCollidingIds(good: readonly ScoredGood[]): ScoredGood[] {
  const people = new Map<string, Set<string>>();
  for (const { good: { signup: { device_id, email }, persona } } of good) {
    if (device_id === undefined || persona === "family" || persona === "class") continue;
    const emails = people.get(device_id) ?? new Set();
    people.set(device_id, emails.add(email));
  }
  return good.filter(({ good: { signup: { device_id }, persona } }) =>
    device_id !== undefined && persona !== "class" && (people.get(device_id)?.size ?? 0) >= COLLIDING
  );
}

function byClass(good: readonly ScoredGood[]): ReadonlyMap<string, readonly ScoredGood[]> {
  const classes = Map.groupBy(onCollidingIds(good), ({ good: { device } }) => device ?? "none");
  return new Map([...classes].filter(([, of]) => of.length >= CLASS_PEOPLE));
}

function shareStopped(scored: readonly ScoredGood[]): number {
  return scored.filter(isStopped).length / Math.max(1, scored.length);
}

function isStopped({ scored: { verdict } }: ScoredGood): boolean {
  return verdict !== "allow";
}

/** What was missed, and why. */
function explainQuiet(quiet: QuietMonths, progress: (line: string) => void): void {
  if (!quiet.hasCampaigns) progress("  the service has no campaigns (404)");
  progress(`  false cards by month ${quiet.byMonth.join(", ")}; most on a day ${quiet.mostOnADay}`);
  for (const { told } of quiet.falseCards) progress(`    false: ${told}`);
  progress(`  longest pass ${quiet.longestPassMs.toFixed(0)} ms`);
  explainGood(quiet.good, progress);
}

function explainAttacked(attacked: AttackedMonths, progress: (line: string) => void): void {
  for (const campaign of attacked.campaigns) {
    const { kind, foundAt, card, stopped, rule, ruleTouches, allowed, cardsInstead } = campaign;
    const shares = stopped.map((share) => share === null ? "-" : `${Math.round(share * 100)} %`).join(", ");
    progress(
      `  ${kind.name}: found at ${
        foundAt ?? "never"
      }; stopped before labels, after, with the rule: ${shares}`,
    );
    if (card !== null) progress(`    card: ${card}`);
    for (const other of cardsInstead) progress(`    card instead: ${other}`);
    const touches = `touches ${((ruleTouches ?? 0) * 100).toFixed(2)} % of good people`;
    if (rule !== null) progress(`    rule: ${rule}; ${touches}`);
    for (const [why, count] of counted(allowed)) progress(`    allowed ${count}: ${why}`);
  }
  for (const told of attacked.falseCards) progress(`  false card beside campaigns: ${told}`);
  explainGood(attacked.good, progress);
}

function explainGood(good: readonly ScoredGood[], progress: (line: string) => void): void {
  const stopped = good.filter(isStopped);
  progress(`  ${stopped.length} of ${good.length} good people reviewed or blocked`);
  const why = stopped.map(({ good: { persona, device }, scored }) =>
    `${persona}, ${device}: ${findings(scored)}`
  );
  for (const [text, count] of counted(why)) progress(`    ${count} × ${text}`);
  for (const [device, of] of byClass(good)) {
    if (shareStopped(of) > 0.02) {
      progress(`    class ${device}: ${of.filter(isStopped).length} of ${of.length}`);
    }
  }
}

const MOST_LINES = 12;

function counted(texts: readonly string[]): [string, number][] {
  return [...Map.groupBy(texts, (text) => text)].map(([text, of]) => [text, of.length] as [string, number])
    .sort((a, b) => b[1] - a[1]).slice(0, MOST_LINES);
}

function largest(values: readonly number[]): number {
  return Math.max(0, ...values);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function mean(values: readonly number[]): number {
  return sum(values) / Math.max(1, values.length);
}
