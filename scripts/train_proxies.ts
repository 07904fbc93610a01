/**
 * Fits the weights and the calibration of `src/signals/ip/proxy_likelihood.ts` and prints them:
 * `deno run -A scripts/train_proxies.ts CORPORA`. The first 23 days are counted; proxies are those that only the next 7 days
 * hold. The other side is drawn from the bundle: large access networks, one share each, and a few hosting networks. The
 * calibration counts 28 days and holds the proxies of the next two against the residential sample; the last 7 days stay for `deno task measure`.
 */
import { PROXY_TERMS } from "../src/signals/ip/proxy_likelihood.ts";
import { type ProxyCase, ProxyKnowledge, readDays, readIps, v4Address, v4Of } from "./proxy_samples.ts";

/** An access network has at least this many addresses; as many are drawn from all. */
const LARGE = 4_096 * 256;
const DRAWN = 40_000;
/** One in how many /24s of hosting networks is drawn, and what they weigh against the access networks. */
const HOSTING_EVERY = 250;
const HOSTING_SHARE = 0.015;
/** False positives cost this many times a miss: the threshold of interest lets 1 in 250 through. */
const NEGATIVE_WEIGHT = 10;
const RIDGE = 1;
const KNOTS = 16;

const corpora = Deno.args[0] ?? "../shared/corpora";
const names = Object.keys(PROXY_TERMS) as (keyof typeof PROXY_TERMS)[];
const days = await readDays(`${corpora}/residential-proxies/dev`);
const knowledge = await ProxyKnowledge.open("build");
const before = await knowledge.of(days.slice(0, 23));
const known = v4Of(days.slice(0, 23));
const proxies = [...v4Of(days.slice(23, 30))].filter((v4) => !known.has(v4)).map((v4) =>
  before(v4Address(v4))
);
const { access, hosting } = draw();
const terms = (cases: readonly ProxyCase[]) =>
  cases.map(({ traces, hosting }) =>
    Float64Array.from(names, (name) => PROXY_TERMS[name].value(traces, hosting))
  );
const sides = [
  { rows: terms(proxies), label: 1, weight: 1 },
  { rows: terms(access), label: 0, weight: NEGATIVE_WEIGHT * proxies.length / access.length },
  {
    rows: terms(hosting),
    label: 0,
    weight: NEGATIVE_WEIGHT * HOSTING_SHARE * proxies.length / hosting.length,
  },
];
const weights = fit();
names.forEach((name, index) => console.log(`${name}: ${weights[index]!.toFixed(3)}`));
const sum = (row: Float64Array) => row.reduce((total, value, index) => total + value * weights[index]!, 0);
const nearly = await knowledge.of(days.slice(0, 28));
const listed = v4Of(days.slice(0, 28));
const later = [...v4Of(days.slice(28, 30))].filter((v4) => !listed.has(v4)).map((v4) =>
  nearly(v4Address(v4))
);
const residential = terms(readIps(`${corpora}/residential-ips/eyeball.csv`).map(nearly));
console.log(calibration(terms(later).map(sum), residential.map(sum)));

function draw() {
  const random = generator();
  const byAsn = new Map<number, number[]>();
  const hosting: ProxyCase[] = [];
  for (let network = 0; network < 2 ** 24; network++) {
    const address = v4Address(network * 256);
    const owner = knowledge.kindOf(address);
    if (owner === null) continue;
    const host = () => before(v4Address(network * 256 + Math.floor(random() * 256)));
    if (owner.kind === "hosting" || owner.kind === "vpn" || owner.kind === "vpn_hosting") {
      if (random() * HOSTING_EVERY < 1) hosting.push(host());
    } else if (owner.kind === null || owner.kind === "mobile" || owner.kind === "access") {
      if (knowledge.sizes.get(owner.asn)! < LARGE) continue;
      const list = byAsn.get(owner.asn);
      if (list === undefined) byAsn.set(owner.asn, [network]);
      else list.push(network);
    }
  }
  const each = Math.round(DRAWN / byAsn.size);
  const access = [...byAsn.values()].flatMap((networks) =>
    Array.from({ length: each }, () => {
      const network = networks[Math.floor(random() * networks.length)]!;
      return before(v4Address(network * 256 + Math.floor(random() * 256)));
    })
  );
  return { access, hosting };
}

/** Newton's method for logistic regression. */
function fit(): number[] {
  const size = names.length;
  const weights = new Array<number>(size).fill(0);
  for (let step = 0; step < 9; step++) {
    const gradient = weights.map((weight) => -RIDGE * weight);
    const hessian = weights.map((_, row) => weights.map((_, column) => row === column ? RIDGE : 0));
    for (const { rows, label, weight } of sides) {
      for (const row of rows) {
        let sum = 0;
        for (let at = 0; at < size; at++) sum += weights[at]! * row[at]!;
        const p = 1 / (1 + Math.exp(-sum));
        const [error, curve] = [weight * (label - p), weight * p * (1 - p)];
        for (let i = 0; i < size; i++) {
          gradient[i]! += error * row[i]!;
          for (let j = 0; j <= i; j++) hessian[i]![j]! += curve * row[i]! * row[j]!;
        }
      }
    }
    for (let i = 0; i < size; i++) for (let j = 0; j < i; j++) hessian[j]![i] = hessian[i]![j]!;
    solve(hessian, gradient).forEach((change, at) => weights[at]! += change);
  }
  return weights;
}

function solve(matrix: number[][], right: number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at]!]);
  rows.forEach((_, at) => {
    const pivot = rows.slice(at).reduce(
      (best, row, offset) => Math.abs(row[at]!) > Math.abs(rows[best]![at]!) ? at + offset : best,
      at,
    );
    [rows[at], rows[pivot]] = [rows[pivot]!, rows[at]!];
    rows.forEach((row, other) => {
      if (other === at) return;
      const factor = row[at]! / rows[at]![at]!;
      for (let column = at; column < row.length; column++) row[column]! -= factor * rows[at]![column]!;
    });
  });
  return rows.map((row, at) => row.at(-1)! / row[at]!);
}

/** Likelihoods of `KNOTS` equally filled intervals at even odds, made to rise. */
function calibration(positive: number[], negative: number[]): string {
  const ordered = [
    ...positive.map((sum) => ({ sum, weight: 1 / positive.length, proxy: true })),
    ...negative.map((sum) => ({ sum, weight: 1 / negative.length, proxy: false })),
  ].sort((a, b) => a.sum - b.sum);
  const knots: { sum: number; proxies: number; all: number; mean: number }[] = [];
  let open = { sum: 0, proxies: 0, all: 0, mean: 0 };
  for (const { sum, weight, proxy } of ordered) {
    open.mean += sum * weight;
    open.all += weight;
    if (proxy) open.proxies += weight;
    if (open.all < 2 / KNOTS && ordered.at(-1)!.sum !== sum) continue;
    knots.push(open);
    open = { sum: 0, proxies: 0, all: 0, mean: 0 };
    while (knots.length > 1 && share(knots.at(-2)!) >= share(knots.at(-1)!)) {
      const last = knots.pop()!;
      const joined = knots.at(-1)!;
      joined.proxies += last.proxies;
      joined.all += last.all;
      joined.mean += last.mean;
    }
  }
  return knots.map((knot) => `[${(knot.mean / knot.all).toFixed(2)}, ${share(knot).toFixed(3)}]`).join(", ");
}

function share({ proxies, all }: { readonly proxies: number; readonly all: number }): number {
  return proxies / all;
}

/** A fixed sequence. */
function generator(): () => number {
  let state = 12_345;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
