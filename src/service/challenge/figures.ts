/** How many challenges were shown, passed and abandoned: by day, country and class of device. */
import { type ChallengeCounts, countsOf, dayOf } from "../../model/challenge/figures.ts";
import { DAY_MS } from "../../model/duration.ts";
import type { Account } from "../../model/records.ts";
import type { Services } from "../context.ts";

interface ChallengeFigures {
  readonly all: ChallengeCounts;
  /** Most shown first; "--" is an unknown country. */
  readonly countries: readonly (readonly [country: string, counts: ChallengeCounts])[];
  readonly devices: readonly (readonly [device: string, counts: ChallengeCounts])[];
}

/** @param days up to today, 90 at most */
export async function challengeFigures(
  { store, now }: Pick<Services, "store" | "now">,
  account: Account,
  days: number,
): Promise<ChallengeFigures> {
  const names = Array.from({ length: Math.min(90, days) }, (_, back) => dayOf(now() - back * DAY_MS));
  const read = await store.challenges.days(account.id, names);
  const rows = read.flatMap((day) => Object.entries(day ?? {}));
  const by = (part: 0 | 1) =>
    [...Map.groupBy(rows, ([place]) => place.split(" ")[part]!)]
      .map(([name, group]) => [name, countsOf(group.map(([, cells]) => cells))] as const)
      .sort(([, one], [, other]) => other.shown - one.shown);
  return { all: countsOf(rows.map(([, cells]) => cells)), countries: by(0), devices: by(1) };
}
