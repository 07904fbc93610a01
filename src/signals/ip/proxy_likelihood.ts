/**
 * How likely an address is a proxy, at even odds of a proxy and a person's line, from where proxies were seen around it: a
 * logistic model and its calibration, both fitted by `scripts/train_proxies.ts`. `deno task measure` checks them.
 */
import { type ProxyTraces, SIGHTING_PREFIXES } from "../../model/outside_facts.ts";

/** One term of the model. */
interface Term {
  readonly weight: number;
  /** @param hosting the network belongs to a hosting provider */
  readonly value: (traces: ProxyTraces, hosting: boolean) => number;
}

type Prefix = typeof SIGHTING_PREFIXES[number];

const { log } = Math;

export const PROXY_TERMS = {
  intercept: { weight: 2.19, value: () => 1 },
  in_24: { weight: 0.677, value: (t) => log(0.1 + seenIn(t, 24)) },
  in_23: { weight: 0.199, value: (t) => log(0.1 + between(t, 23, 24)) },
  in_22: { weight: 0.15, value: (t) => log(0.2 + between(t, 22, 23)) },
  in_21: { weight: -0.108, value: (t) => log(0.3 + between(t, 21, 22)) },
  in_20: { weight: -0.329, value: (t) => log(0.5 + between(t, 20, 21)) },
  in_18: { weight: -0.037, value: (t) => log(0.5 + between(t, 18, 20)) },
  in_16: { weight: -0.339, value: (t) => log(1 + between(t, 16, 18)) },
  in_14: { weight: -0.173, value: (t) => log(1 + between(t, 14, 16)) },
  active_22: { weight: -0.338, value: (t) => log(1 + t.active[0]!) },
  active_20: { weight: 0.805, value: (t) => log(1 + t.active[1]!) },
  active_16: { weight: 0.376, value: (t) => log(1 + t.active[2]!) },
  active_14: { weight: 0.547, value: (t) => log(1 + t.active[3]!) },
  operator_sightings: {
    weight: 0.105,
    value: ({ operator: o }) => log(((o?.sightings ?? 0) + 0.3) / (sizeOf(o) + 10)),
  },
  operator_active: {
    weight: 0.176,
    value: ({ operator: o }) => log(((o?.active ?? 0) + 0.5) / (sizeOf(o) + 10)),
  },
  operator_size: { weight: -0.384, value: ({ operator: o }) => log(sizeOf(o) + 1) },
  not_announced: { weight: 5.261, value: ({ operator }) => operator === null ? 1 : 0 },
  hosting: { weight: 2.886, value: (_, hosting) => hosting ? 1 : 0 },
  hosting_24: { weight: 0.009, value: (t, hosting) => hosting ? log(0.1 + seenIn(t, 24)) : 0 },
  hosting_20: { weight: 0.144, value: (t, hosting) => hosting ? log(0.5 + seenIn(t, 20)) : 0 },
  hosting_active_20: { weight: -0.094, value: (t, hosting) => hosting ? log(1 + t.active[1]!) : 0 },
} as const satisfies Readonly<Record<string, Term>>;

/** The model's sum and the likelihood that it means, ascending; in between they are interpolated. */
const PROXY_CALIBRATION: readonly (readonly [sum: number, likelihood: number])[] = [
  [-5.58, 0.02],
  [-4.78, 0.051],
  [-4.12, 0.103],
  [-3.57, 0.138],
  [-3.24, 0.159],
  [-2.92, 0.219],
  [-2.52, 0.315],
  [-2.01, 0.495],
  [-1.34, 0.627],
  [-0.38, 0.846],
  [0.73, 0.951],
  [1.8, 0.98],
  [3.04, 0.995],
  [6.01, 0.999],
  [12, 1],
];

/** A listed range's confidence counts up to here: the lists name no likelihood of one line. */
const MAX_RANGE_CONFIDENCE = 0.9;
/** An address that was seen itself. */
const SEEN = 0.95;

/** From 0 to 1. */
export function proxyLikelihood(traces: ProxyTraces, hosting: boolean): number {
  const listed = Math.min(MAX_RANGE_CONFIDENCE, traces.rangeConfidence ?? 0);
  const near = calibrated(proxySum(traces, hosting));
  return Math.round(10_000 * Math.max(near, listed, traces.seen ? SEEN : 0)) / 10_000;
}

function proxySum(traces: ProxyTraces, hosting: boolean): number {
  let sum = 0;
  for (const { weight, value } of Object.values(PROXY_TERMS) as Term[]) {
    sum += weight * value(traces, hosting);
  }
  return sum;
}

function calibrated(sum: number): number {
  const after = PROXY_CALIBRATION.findIndex(([from]) => from > sum);
  if (after < 0) return PROXY_CALIBRATION.at(-1)![1];
  const [to, high] = PROXY_CALIBRATION[after]!;
  if (after === 0) return high;
  const [from, low] = PROXY_CALIBRATION[after - 1]!;
  return low + (high - low) * (sum - from) / (to - from);
}

/** Sightings in the network of this length. */
function seenIn({ sightings }: ProxyTraces, prefix: Prefix): number {
  return sightings[SIGHTING_PREFIXES.indexOf(prefix)]!;
}

/** Sightings in the wider network that are outside the narrower one. */
function between(traces: ProxyTraces, wider: Prefix, narrower: Prefix): number {
  return Math.max(0, seenIn(traces, wider) - seenIn(traces, narrower));
}

function sizeOf(operator: ProxyTraces["operator"]): number {
  return operator?.size ?? 0;
}
