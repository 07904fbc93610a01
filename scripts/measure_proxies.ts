/**
 * Measures the likelihood of proxies on people's lines by time, for `measure.ts`: counts of the first 30 days, judged on the
 * addresses that only the next 7 days hold, against residential and business addresses. In this process, from the bundle.
 */
import { proxyLikelihood } from "../src/signals/ip/proxy_likelihood.ts";
import type { Address } from "../src/model/address/address.ts";
import { atLeast, atMost, type Measure, reported } from "./measure_rows.ts";
import { ProxyKnowledge, readDays, readIps, v4Address, v4Of } from "./proxy_samples.ts";

const TRAINING_DAYS = 30;

export async function measureProxies(root: string, corpora: string): Promise<Measure[]> {
  const days = await readDays(`${corpora}/residential-proxies/dev`);
  const before = days.slice(0, TRAINING_DAYS);
  const caseOf = await (await ProxyKnowledge.open(`${root}/build`)).of(before);
  const likelihoodOf = (address: Address) => {
    const { traces, hosting } = caseOf(address);
    return { likelihood: proxyLikelihood(traces, hosting), hosting };
  };
  const known = v4Of(before);
  const proxies = [...v4Of(days.slice(TRAINING_DAYS))].filter((v4) => !known.has(v4))
    .map((v4) => likelihoodOf(v4Address(v4)));
  const others = (file: string) =>
    readIps(`${corpora}/residential-ips/${file}`).map((address) => likelihoodOf(address).likelihood);
  const [residential, business, hard] = [
    others("eyeball.csv"),
    others("business-edu.csv"),
    others("hard-negatives.csv"),
  ];
  const falling = residential.toSorted((a, b) => b - a);
  const limitAt = (share: number) => falling[Math.floor(falling.length * share)]!;
  const above = (values: readonly number[], limit: number) =>
    values.filter((value) => value > limit).length / values.length;
  const all = proxies.map(({ likelihood }) => likelihood);
  const lines = proxies.filter(({ hosting }) => !hosting).map(({ likelihood }) => likelihood);
  const limit = limitAt(0.004);
  const even = (values: readonly number[]) =>
    values.filter((value) => value >= 0.4 && value < 0.6).length / values.length;
  const right = even(all) / (even(all) + even(residential));
  return [
    atLeast("never-seen proxies at 0.4 % false positives", above(all, limit), 50),
    atLeast("never-seen proxies at 0.15 % false positives", above(all, limitAt(0.0015)), 42),
    reported("the same at 0.4 %, without hosting networks", above(lines, limit)),
    reported("likelihood at 0.4 % false positives", limit),
    {
      metric: "likelihood 0.4 to 0.6, right",
      value: right,
      target: "40 to 60 %",
      ok: right >= 0.4 && right <= 0.6,
    },
    atMost("proxies, business and education at the same limit", above(business, limit), 1),
    atMost("proxies, hard negatives at the same limit", above(hard, limit), 1),
  ];
}
