/**
 * Sign-ups an hour with each value, in records of 18 bytes that are linked by value, the newest first. What came once is
 * forgotten after a day: the usual of it is none.
 */
import { NumberTable } from "../conditions/counts/number_table.ts";

const SMALLEST = 32;
/** Hours after which what came once is forgotten. */
const ONCE_HOURS = 24;
/** A record whose hour is this much earlier than the newest of its value is looked for. */
const LATE_STEPS = 3;
const NONE = -1;
const MOST = 0xffff;

export class HourHistory {
  readonly #hours: number;
  /** By record. */
  #keys = new Float64Array(SMALLEST);
  #hourOf = new Int32Array(SMALLEST);
  #counts = new Uint16Array(SMALLEST);
  #before = new Int32Array(SMALLEST);
  #end = 0;
  /** The newest record of a value, and 1. */
  #heads = new NumberTable();

  /** @param hours that are kept */
  constructor(hours: number) {
    this.#hours = hours;
  }

  get bytes(): number {
    return this.#keys.length * 18 + this.#heads.bytes;
  }

  get size(): number {
    return this.#end;
  }

  /** @param by -1: as if it had not been added */
  add(key: number, hour: number, by: 1 | -1 = 1): void {
    const head = this.#heads.get(key) - 1;
    let record = head;
    for (let step = 0; record !== NONE && step < LATE_STEPS && this.#hourOf[record] !== hour; step++) {
      record = this.#before[record]!;
    }
    if (record !== NONE && this.#hourOf[record] === hour) {
      const count = this.#counts[record]! + by;
      this.#counts[record] = Math.max(0, Math.min(MOST, count));
      return;
    }
    if (by < 0) return;
    if (this.#end === this.#keys.length) {
      this.#makeRoom(hour);
      return this.add(key, hour, by);
    }
    const added = this.#end++;
    this.#keys[added] = key;
    this.#hourOf[added] = hour;
    this.#counts[added] = 1;
    this.#before[added] = head;
    this.#heads.set(key, added + 1);
  }

  /** Takes what is known of a value by hour, about the newest first. @param since hours before it need not be taken */
  each(key: number, take: (hour: number, count: number) => void, since: number = -Infinity): void {
    let record = this.#heads.get(key) - 1;
    while (record !== NONE && this.#hourOf[record]! >= since - LATE_STEPS) {
      take(this.#hourOf[record]!, this.#counts[record]!);
      record = this.#before[record]!;
    }
  }

  /** Sign-ups with a value from one hour to another. */
  between(key: number, from: number, to: number): number {
    let sum = 0;
    this.each(key, (hour, count) => {
      if (hour >= from && hour <= to) sum += count;
    }, from);
    return sum;
  }

  /** Drops the oldest of too many. @param share that is kept */
  dropOldest(share: number): void {
    const from = Math.floor(this.#end * (1 - share));
    this.#compact((record) => record >= from, this.#keys.length);
  }

  #makeRoom(hour: number): void {
    const isOnce = (record: number) =>
      this.#counts[record]! <= 1 && this.#before[record] === NONE &&
      this.#heads.get(this.#keys[record]!) === record + 1;
    let kept = 0;
    const isKept = (record: number) => {
      const age = hour - this.#hourOf[record]!;
      return age < this.#hours && this.#counts[record]! > 0 && (age < ONCE_HOURS || !isOnce(record));
    };
    for (let record = 0; record < this.#end; record++) if (isKept(record)) kept++;
    this.#compact(isKept, Math.max(SMALLEST, Math.ceil(kept * 1.5)));
  }

  #compact(isKept: (record: number) => boolean, length: number): void {
    const [keys, hourOf, counts, end] = [this.#keys, this.#hourOf, this.#counts, this.#end];
    const kept = new Uint8Array(end);
    for (let record = 0; record < end; record++) kept[record] = isKept(record) ? 1 : 0;
    this.#keys = new Float64Array(length);
    this.#hourOf = new Int32Array(length);
    this.#counts = new Uint16Array(length);
    this.#before = new Int32Array(length);
    this.#heads = new NumberTable();
    this.#end = 0;
    for (let record = 0; record < end; record++) {
      if (kept[record] === 0) continue;
      const added = this.#end++;
      const key = keys[record]!;
      this.#keys[added] = key;
      this.#hourOf[added] = hourOf[record]!;
      this.#counts[added] = counts[record]!;
      this.#before[added] = this.#heads.get(key) - 1;
      this.#heads.set(key, added + 1);
    }
  }
}
