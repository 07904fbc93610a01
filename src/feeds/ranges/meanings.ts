/** Which lists contain an address, as numbered states, and what each state means, as numbered meanings. */
import type { RangeList } from "../catalog/feed.ts";
import { CATEGORY } from "./range_hit.ts";
import { NONE, type Words } from "../../model/address/intervals.ts";
import type { MeaningTable } from "./range_index.ts";

/** Texts are indexes into the table's strings; NONE for no text. */
interface Meaning {
  mask: number;
  provider: number;
  operator: number;
  source: number;
  place: number;
}

export class Meanings {
  /** In no list. */
  readonly start = 0;
  readonly #lists: readonly RangeList[];
  /** The value each list has in a state; NONE where the list does not contain the address. */
  readonly #states: Words[];
  readonly #stateIds = new Map<string, number>();
  readonly #transitions = new Map<number, number>();
  /** Numbers (list, value) pairs: the first code of each list. */
  readonly #codes: number[] = [];
  #codeCount = 0;
  readonly #ids: number[] = [];
  readonly #meanings: Meaning[] = [];
  readonly #meaningIds = new Map<string, number>();
  readonly #strings = new Map<string, number>();

  constructor(lists: readonly RangeList[]) {
    this.#lists = lists;
    for (const { rows } of lists) {
      this.#codes.push(this.#codeCount);
      this.#codeCount += Math.max(1, rows.labels.length) + 1;
    }
    this.#states = [new Uint32Array(lists.length).fill(NONE)];
    this.#stateIds.set(this.#states[0]!.join(), this.start);
    this.idOf(this.start);
  }

  /** The number of meanings. */
  get size(): number {
    return this.#meanings.length;
  }

  /** The state after one list changes its value. */
  next(state: number, list: number, value: number): number {
    const code = this.#codes[list]! + (value === NONE ? 0 : value + 1);
    const transition = state * this.#codeCount + code;
    const known = this.#transitions.get(transition);
    if (known !== undefined) return known;
    const values = this.#states[state]!.slice();
    values[list] = value;
    const key = values.join();
    let next = this.#stateIds.get(key);
    if (next === undefined) {
      next = this.#states.push(values) - 1;
      this.#stateIds.set(key, next);
    }
    this.#transitions.set(transition, next);
    return next;
  }

  /** The meaning number of a state; 0 is "in no list". */
  idOf(state: number): number {
    const known = this.#ids[state];
    if (known !== undefined) return known;
    const meaning = this.#resolve(this.#states[state]!);
    const key = Object.values(meaning).join();
    let id = this.#meaningIds.get(key);
    if (id === undefined) {
      id = this.#meanings.push(meaning) - 1;
      this.#meaningIds.set(key, id);
    }
    this.#ids[state] = id;
    return id;
  }

  table(): MeaningTable {
    const column = (name: keyof Meaning) => Uint32Array.from(this.#meanings, (meaning) => meaning[name]);
    return {
      masks: Uint8Array.from(this.#meanings, ({ mask }) => mask),
      providers: column("provider"),
      operators: column("operator"),
      sources: column("source"),
      places: column("place"),
      strings: [...this.#strings.keys()].join("\n"),
    };
  }

  /**
   * A relay's own list overrides VPN and hosting lists that contain its addresses by mistake; a cloud's own list, Tor exits
   * and open proxies still count. A consumer VPN becomes `vpn` and `relay` together, unless a provider is named.
   */
  #resolve(values: Words): Meaning {
    const meaning: Meaning = { mask: 0, provider: NONE, operator: NONE, source: NONE, place: NONE };
    let consumer = NONE;
    for (const [index, value] of values.entries()) {
      if (value === NONE) continue;
      const { claim, rows } = this.#lists[index]!;
      const label = rows.labels[value] ?? "";
      if (claim.consumer === true) consumer = this.#text(claim.provider ?? "");
      else meaning.mask |= CATEGORY[claim.category];
      if (claim.consumer !== true && claim.provider !== undefined) {
        meaning.provider = this.#text(claim.provider);
      }
      if (claim.category === "datacenter" && claim.operator !== undefined) {
        meaning.operator = this.#text(claim.operator);
      }
      if (claim.label === "source" && meaning.source === NONE) meaning.source = this.#text(label);
      if (claim.label === "place" && label !== "") meaning.place = this.#text(label);
    }
    if ((meaning.mask & CATEGORY.relay) !== 0) {
      meaning.mask &= ~CATEGORY.vpn;
      meaning.provider = NONE;
      if (meaning.operator === NONE) meaning.mask &= ~CATEGORY.datacenter;
    } else if (consumer !== NONE && meaning.provider === NONE) {
      meaning.mask |= CATEGORY.vpn | CATEGORY.relay;
      meaning.provider = consumer;
    }
    return meaning;
  }

  #text(text: string): number {
    const known = this.#strings.get(text);
    if (known !== undefined) return known;
    this.#strings.set(text, this.#strings.size);
    return this.#strings.size - 1;
  }
}
