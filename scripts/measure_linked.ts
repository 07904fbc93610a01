/** Measures what links between sign-ups catch, on a replayed corpus and on planted rings, for `measure.ts`. */
import { plainRule, precision, replay } from "./linked/replay.ts";
import { population, RING_KINDS, type Spread, SPREADS } from "./linked/population.ts";
import { startReplay } from "./linked/service.ts";
import { atLeast, atMost, type Measure, reported } from "./measure_rows.ts";

const SEEDS = [1, 2, 3];
const START = Date.UTC(2036, 0, 1);
/** From this member on a ring must be noticed. */
const FROM_MEMBER = 4;

export async function measureLinked(corpora: string, progress: (line: string) => void): Promise<Measure[]> {
  const rows: Measure[] = [];
  const plain = plainRule(corpora);
  const [caught, touched] = [plain.fraud / plain.ofFraud, plain.legit / plain.ofLegit];
  rows.push(
    reported("replay, second sign-up on a device within the hour: fraud caught", caught),
    reported("replay, second sign-up on a device within the hour: legitimate touched", touched),
  );
  for (const [name, linkage, withEmails] of REPLAYS) {
    progress(`replay, ${name}`);
    const result = await replay(corpora, linkage, withEmails);
    const fraud = result.fraud / result.ofFraud;
    const legit = result.legit / result.ofLegit;
    if (linkage === "report") {
      rows.push(reported(`replay, ${name}: fraud caught`, fraud));
      rows.push(reported(`replay, ${name}: legitimate reviewed or blocked`, legit));
      continue;
    }
    rows.push(
      atLeast(`replay, ${name}: fraud caught`, fraud, floorPercent(caught)),
      atMost(`replay, ${name}: legitimate reviewed or blocked`, legit, 0.5),
      atLeast(`replay, ${name}: precision`, precision(result), 88),
    );
  }
  for (const spread of Object.keys(SPREADS) as Spread[]) {
    progress(`planted rings, ${spread}`);
    rows.push(...await planted(corpora, spread, progress));
  }
  return rows;
}

const REPLAYS = [
  ["links only reported", "report", true],
  ["links scored", "score", true],
  ["links scored, without e-mail addresses", "score", false],
] as const;

async function planted(
  corpora: string,
  spread: Spread,
  progress: (line: string) => void,
): Promise<Measure[]> {
  const caught = Object.fromEntries(RING_KINDS.map((kind) => [kind, { caught: 0, of: 0 }]));
  let [touched, others] = [0, 0];
  for (const seed of SEEDS) {
    await using service = await startReplay("score", START);
    for (const { at, person, from, member } of population(corpora, seed, spread, START)) {
      const { verdict, topSignals } = await service.score({ ...person }, at, null);
      const isCaught = verdict !== "allow";
      if (member === null) {
        others++;
        if (isCaught) touched++;
        if (isCaught) progress(`${spread}, seed ${seed}: ${from}: ${verdict}: ${topSignals.join("; ")}`);
      } else if (member >= FROM_MEMBER) {
        caught[from]!.of++;
        if (isCaught) caught[from]!.caught++;
      }
    }
  }
  return [
    ...RING_KINDS.map((kind) =>
      atLeast(
        `planted over ${spread}, shared ${kind}: from the fourth member on reviewed or blocked`,
        caught[kind]!.caught / caught[kind]!.of,
        80,
      )
    ),
    atMost(`planted over ${spread}: others reviewed or blocked`, touched / others, 0.1),
  ];
}

/** In per cent with one decimal, rounded down. */
function floorPercent(share: number): number {
  return Math.floor(share * 1000) / 10;
}
