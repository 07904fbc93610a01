/**
 * Trains the model of machine-generated local parts and writes data/handle_model.json:
 * `deno run -A --no-lock --node-modules-dir=none scripts/train_handles.ts`. The same seed and lists give the same file.
 * Half of the names are used to train the model, the other half to evaluate it.
 */
import {
  decodeTrigrams,
  encodeTrigrams,
  latinLocalPart,
  type LocalPartModel,
  LOWEST_LOG,
  probabilityOf,
} from "../src/signals/email/machine_generated.ts";
import {
  FEATURES,
  LETTERS,
  lettersOf,
  localPartFeatures,
  trigramIndex,
  type Trigrams,
} from "../src/signals/email/local_part_features.ts";
import {
  humanHandle,
  machineHandle,
  type NameLists,
  parseNames,
  type Random,
  seeded,
} from "./handle_samples.ts";

const SEED = 20261120;
const NGRAM_SAMPLES = 200_000;
const SAMPLES = 80_000;
const HIDDEN = 16;
const EPOCHS = 30;
const BATCH = 64;
const LEARNING_RATE = 0.003;
/** Allowed share of people's local parts that are taken for machine-generated ones. */
const FALSE_POSITIVES = 0.01;
const SHORTEST = 6;

interface Sample {
  readonly features: number[];
  readonly label: 0 | 1;
  readonly kind: string;
}

/** Names of about 60 languages, MIT. Loaded by a computed specifier: neither the service nor its checks need it. */
const NAME_PACKAGE = "npm:@faker-js/faker@10.6.0";
const LONGEST_NAME = 14;

const names = withPackage(
  parseNames(Deno.readTextFileSync(new URL("./handle_names.txt", import.meta.url))),
  (await import(NAME_PACKAGE) as { allLocales: Record<string, Locale> }).allLocales,
);
const random = seeded(SEED);
const [seen, unseen] = split(names, random);
const judge = train(seen, random);
report(judge, draw(unseen, judge.trigrams, 20_000, random));
const final = train(names, random);
const human = draw(unseen, judge.trigrams, 20_000, random).filter((sample) => sample.label === 0)
  .map((sample) => probabilityOf(judge.model, sample.features)).sort((a, b) => b - a);
const threshold = human[Math.floor(human.length * FALSE_POSITIVES)]!;
const model: LocalPartModel = { ...rounded(final.model), threshold: Math.round(threshold * 1000) / 1000 };
Deno.writeTextFileSync(new URL("../data/handle_model.json", import.meta.url), `${JSON.stringify(model)}\n`);
console.log(`threshold ${model.threshold}`);

/** What is used of a locale: its names, some of them by gender. */
interface Locale {
  readonly person?: Partial<Record<"first_name" | "last_name", Names>>;
}
type Names = readonly string[] | Readonly<Record<string, readonly string[]>>;

function withPackage(own: NameLists, locales: Readonly<Record<string, Locale>>): NameLists {
  const namesOf = (key: "first_name" | "last_name") =>
    Object.values(locales).flatMap(({ person }) => Object.values(person?.[key] ?? {}).flat())
      .flatMap((name) => latinLocalPart(name.toLowerCase()) ?? [])
      .map((name) => name.replaceAll("-", ""))
      .filter((name) => /^[a-z]{3,}$/.test(name) && name.length <= LONGEST_NAME);
  return {
    ...own,
    given: [...new Set([...own.given, ...namesOf("first_name")])],
    family: [...new Set([...own.family, ...namesOf("last_name")])],
  };
}

interface Trained {
  readonly model: LocalPartModel;
  readonly trigrams: Trigrams;
}

function train(lists: NameLists, random: Random): Trained {
  const encoded = encodeTrigrams(countTrigrams(lists, random));
  const trigrams = decodeTrigrams(encoded);
  const samples = draw(lists, trigrams, SAMPLES, random);
  const mean = FEATURES.map((_, i) => average(samples.map((sample) => sample.features[i]!)));
  const deviation = FEATURES.map((_, i) =>
    Math.sqrt(average(samples.map((sample) => (sample.features[i]! - mean[i]!) ** 2))) || 1
  );
  const { hidden, output } = descend(samples, mean, deviation, random);
  return { model: { trigrams: encoded, mean, deviation, hidden, output, threshold: 0.5 }, trigrams };
}

/** Interpolated trigram log-probabilities of people's local parts. */
function countTrigrams(lists: NameLists, random: Random): number[] {
  const tri = new Float64Array(LETTERS ** 3);
  const bi = new Float64Array(LETTERS ** 2);
  const uni = new Float64Array(LETTERS);
  for (let n = 0; n < NGRAM_SAMPLES; n++) {
    for (const run of latinLocalPart(humanHandle(random, lists))?.match(/[a-z]+/g) ?? []) {
      const numbers = lettersOf(run);
      for (let i = 2; i < numbers.length; i++) {
        tri[trigramIndex(numbers[i - 2]!, numbers[i - 1]!, numbers[i]!)]! += 1;
        bi[numbers[i - 1]! * LETTERS + numbers[i]!]! += 1;
        uni[numbers[i]!]! += 1;
      }
    }
  }
  const total = uni.reduce((sum, count) => sum + count, 0);
  const logs: number[] = [];
  for (let a = 0; a < LETTERS; a++) {
    for (let b = 0; b < LETTERS; b++) {
      const pair = sumOf(tri, trigramIndex(a, b, 0));
      const one = sumOf(bi, b * LETTERS);
      for (let c = 0; c < LETTERS; c++) {
        const p = 0.7 * (tri[trigramIndex(a, b, c)]! / (pair + 1)) +
          0.25 * (bi[b * LETTERS + c]! / (one + 1)) +
          0.05 * (uni[c]! / total);
        logs.push(Math.max(LOWEST_LOG, Math.log(p + 1e-6)));
      }
    }
  }
  return logs;
}

function sumOf(counts: Float64Array, from: number): number {
  let sum = 0;
  for (let i = 0; i < LETTERS; i++) sum += counts[from + i]!;
  return sum;
}

/** Half people, half machines. */
function draw(lists: NameLists, trigrams: Trigrams, count: number, random: Random): Sample[] {
  const samples: Sample[] = [];
  while (samples.length < count) {
    const label = samples.length % 2 === 0 ? 0 : 1;
    const { handle, kind } = label === 0
      ? { handle: humanHandle(random, lists), kind: "human" }
      : machineHandle(random, lists);
    const plain = latinLocalPart(handle);
    if (plain === null || plain.replace(/[._-]/g, "").length < SHORTEST) continue;
    samples.push({ features: localPartFeatures(plain, trigrams), label, kind });
  }
  return samples;
}

/** Trains one hidden layer of tanh units with Adam. */
function descend(samples: readonly Sample[], mean: number[], deviation: number[], random: Random) {
  const inputs = samples.map((
    { features },
  ) => [...features.map((value, i) => (value - mean[i]!) / deviation[i]!), 1]);
  const width = FEATURES.length + 1;
  const size = HIDDEN * width + HIDDEN + 1;
  const weights = Float64Array.from({ length: size }, () => (random() - 0.5) * 0.4);
  const first = new Float64Array(size);
  const second = new Float64Array(size);
  const gradient = new Float64Array(size);
  const order = samples.map((_, i) => i);
  let step = 0;
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    for (let i = order.length - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1));
      [order[i], order[j]] = [order[j]!, order[i]!];
    }
    const rate = LEARNING_RATE * (1 - epoch / EPOCHS);
    for (let from = 0; from < order.length; from += BATCH) {
      gradient.fill(0);
      const batch = order.slice(from, from + BATCH);
      for (const at of batch) addGradient(weights, gradient, inputs[at]!, samples[at]!.label, width);
      step++;
      for (let k = 0; k < size; k++) {
        const g = gradient[k]! / batch.length + 1e-4 * weights[k]!;
        first[k] = 0.9 * first[k]! + 0.1 * g;
        second[k] = 0.999 * second[k]! + 0.001 * g * g;
        const corrected = first[k]! / (1 - 0.9 ** step);
        weights[k]! -= rate * corrected / (Math.sqrt(second[k]! / (1 - 0.999 ** step)) + 1e-8);
      }
    }
  }
  const hidden = Array.from(
    { length: HIDDEN },
    (_, unit) => [...weights.slice(unit * width, (unit + 1) * width)],
  );
  return { hidden, output: [...weights.slice(HIDDEN * width)] };
}

function addGradient(
  weights: Float64Array,
  gradient: Float64Array,
  input: number[],
  label: number,
  width: number,
) {
  const top = HIDDEN * width;
  const units = new Float64Array(HIDDEN);
  let sum = weights[top + HIDDEN]!;
  for (let unit = 0; unit < HIDDEN; unit++) {
    let value = 0;
    for (let i = 0; i < width; i++) value += weights[unit * width + i]! * input[i]!;
    units[unit] = Math.tanh(value);
    sum += weights[top + unit]! * units[unit]!;
  }
  const error = 1 / (1 + Math.exp(-sum)) - label;
  gradient[top + HIDDEN]! += error;
  for (let unit = 0; unit < HIDDEN; unit++) {
    gradient[top + unit]! += error * units[unit]!;
    const back = error * weights[top + unit]! * (1 - units[unit]! ** 2);
    for (let i = 0; i < width; i++) gradient[unit * width + i]! += back * input[i]!;
  }
}

/** AUC and recall at the allowed false positives, over all and by kind, on names the model has not seen. */
function report(trained: Trained, samples: readonly Sample[]) {
  const scored = samples.map((sample) => ({
    kind: sample.kind,
    p: probabilityOf(trained.model, sample.features),
  }));
  const people = scored.filter(({ kind }) => kind === "human").map(({ p }) => p).sort((a, b) => b - a);
  const cut = people[Math.floor(people.length * FALSE_POSITIVES)]!;
  for (const kind of ["all", ...new Set(scored.map(({ kind }) => kind))]) {
    if (kind === "human") continue;
    const machines = scored.filter((sample) =>
      sample.kind !== "human" && (kind === "all" || sample.kind === kind)
    );
    const auc = average(machines.map(({ p }) => rankOf(people, p)));
    const recall = machines.filter(({ p }) => p > cut).length / machines.length;
    console.log(kind.padEnd(22), `AUC ${auc.toFixed(3)}`, `recall ${(100 * recall).toFixed(1)} %`);
  }
}

/** Share of a descending list that is below `p`. */
function rankOf(descending: readonly number[], p: number): number {
  let low = 0;
  let high = descending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (descending[middle]! >= p) low = middle + 1;
    else high = middle;
  }
  return (descending.length - low) / descending.length;
}

function split(lists: NameLists, random: Random): [NameLists, NameLists] {
  const one = { given: [] as string[], family: [] as string[], word: [] as string[], short: [] as string[] };
  const two = structuredClone(one);
  for (const key of ["given", "family", "word", "short"] as const) {
    for (const name of lists[key]) (random() < 0.5 ? one : two)[key].push(name);
  }
  return [one, two];
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function rounded(model: LocalPartModel): LocalPartModel {
  const round = (value: number) => Math.round(value * 1e4) / 1e4;
  return {
    ...model,
    mean: model.mean.map(round),
    deviation: model.deviation.map(round),
    hidden: model.hidden.map((row) => row.map(round)),
    output: model.output.map(round),
  };
}
