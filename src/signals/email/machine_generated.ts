/** Whether a local part is machine-generated: a small neural network over its form; see scripts/train_handles.ts. */
import { type Known, known, unknown } from "../../model/evidence.ts";
import { lazy } from "../../concurrency/lazy.ts";
import MODEL from "../../../data/handle_model.json" with { type: "json" };
import { readingsOf } from "./handle_readings.ts";
import { localPartFeatures, type Trigrams } from "./local_part_features.ts";
import { isMobileNumber, isSameNumber } from "./number_handle.ts";

/** As the training script writes it. Features are scaled by `(x - mean) / deviation`. */
export interface LocalPartModel {
  /** One printable character per trigram: `LOWEST_LOG + (code - 48) * LOG_STEP`. */
  readonly trigrams: string;
  readonly mean: readonly number[];
  readonly deviation: readonly number[];
  /** Hidden layer: a row of weights per unit, its bias last. Output: one weight per unit, the bias last. */
  readonly hidden: readonly (readonly number[])[];
  readonly output: readonly number[];
  /** From this probability on the local part counts as machine-generated. */
  readonly threshold: number;
}

export const LOWEST_LOG = -9;
export const LOG_STEP = 9 / 63;
const FIRST_CODE = 48;
const MIN_LENGTH = 6;
/** Providers whose account names are often plain numbers. */
const NUMBER_HOSTS: ReadonlySet<string> = new Set(
  ("qq.com vip.qq.com foxmail.com 163.com vip.163.com 126.com yeah.net 139.com 189.cn wo.cn sina.com " +
    "sina.cn").split(" "),
);

/** Needs no conversion to Latin letters, like most local parts. */
const PLAIN = /^[a-z0-9._-]*$/;

const trigrams = lazy(() => decodeTrigrams(MODEL.trigrams));

/** @param local untagged local part in lower case @param host its domain @param phone number given with the address */
export function isMachineGenerated(local: string, host: string, phone: string | null = null): Known<boolean> {
  if (phone !== null && isSameNumber(local, phone)) {
    return unknown("not_supported", "the telephone number given with it");
  }
  const probability = machineProbability(local, host);
  return probability.known ? known(probability.value >= MODEL.threshold) : probability;
}

/** 0 to 1; unknown where the model does not apply. */
export function machineProbability(local: string, host: string): Known<number> {
  const latin = latinLocalPart(local);
  if (latin === null) return unknown("not_supported", "not written in Latin letters");
  const characters = latin.replace(/[._-]/g, "");
  if (characters.length < MIN_LENGTH) return unknown("not_supported", "too short to judge");
  if (NUMBER_HOSTS.has(host) && /^\d+$/.test(characters)) {
    return unknown("not_supported", "numeric names are common at this provider");
  }
  if (isMobileNumber(characters, host)) {
    return unknown("not_supported", "a mobile number, as people name mailboxes");
  }
  const written = probabilityIn(latin);
  if (written < MODEL.threshold) return known(written);
  return known(Math.min(written, ...readingsOf(latin).map(probabilityIn)));
}

function probabilityIn(text: string): number {
  return probabilityOf(MODEL, localPartFeatures(text, trigrams()));
}

/** Latin letters without their accents; null when other letters remain. */
export function latinLocalPart(local: string): string | null {
  if (PLAIN.test(local)) return local;
  const plain = local.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()
    .replaceAll("ß", "ss").replaceAll("ø", "o").replaceAll("ł", "l").replaceAll("đ", "d").replaceAll("ı", "i")
    .replaceAll("æ", "ae").replaceAll("œ", "oe").replaceAll("þ", "th").replaceAll("ð", "d");
  if (/[^\x21-\x7e]/.test(plain)) return null;
  return plain.replace(/[^a-z0-9._-]/g, "-");
}

export function decodeTrigrams(text: string): Trigrams {
  const logs = new Float32Array(text.length);
  for (let i = 0; i < text.length; i++) logs[i] = LOWEST_LOG + (text.charCodeAt(i) - FIRST_CODE) * LOG_STEP;
  return logs;
}

export function encodeTrigrams(logs: readonly number[]): string {
  return logs.map((log) => {
    const level = Math.round((Math.max(LOWEST_LOG, log) - LOWEST_LOG) / LOG_STEP);
    return String.fromCharCode(FIRST_CODE + level);
  }).join("");
}

export function probabilityOf(model: Omit<LocalPartModel, "trigrams">, features: readonly number[]): number {
  const { mean, deviation, hidden, output } = model;
  const scaled = features.map((value, i) => (value - mean[i]!) / deviation[i]!);
  let sum = output[hidden.length]!;
  for (let unit = 0; unit < hidden.length; unit++) {
    const weights = hidden[unit]!;
    let input = weights[scaled.length]!;
    for (let i = 0; i < scaled.length; i++) input += weights[i]! * scaled[i]!;
    sum += output[unit]! * Math.tanh(input);
  }
  return 1 / (1 + Math.exp(-sum));
}
