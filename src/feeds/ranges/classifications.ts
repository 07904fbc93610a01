/**
 * Maps each combination of lists that contain an address to one classification. Both are numbered: a combination is a state of the
 * sweep in `range_build.ts`, and many states have the same classification.
 */
import type { RangeList } from "../catalog/feed.ts";
import { CATEGORY } from "./range_hit.ts";
import { NONE, type Words } from "../../model/address/intervals.ts";
import type { ClassificationTable } from "./range_index.ts";

/** Texts are indexes into the table's strings; NONE for no text. */
interface Classification {
  mask: number;
  provider: number;
  operator: number;
  source: number;
  place: number;
}

export class Classifications {
  /** In no list. */
  readonly start = 0;
  readonly #lists: readonly RangeList[];
  /** For each state, the value of each list in it: the index of a label, or 0; NONE where the list does not contain the address. */
  readonly #states: Words[];
  readonly #stateIds = new Map<string, number>();
  readonly #transitions = new Map<number, number>();
  /** Numbers (list, value) pairs: the first code of each list. */
  readonly #codes: number[] = [];
  #codeCount = 0;
  readonly #ids: number[] = [];
  readonly #classifications: Classification[] = [];
  readonly #classificationIds = new Map<string, number>();
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

  /** How many classifications there are. */
  get size(): number {
    return this.#classifications.length;
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

  /** The number of a state's classification; 0 is "in no list". */
  idOf(state: number): number {
    const known = this.#ids[state];
    if (known !== undefined) return known;
    const classification = this.#resolve(this.#states[state]!);
    const key = Object.values(classification).join();
    let id = this.#classificationIds.get(key);
    if (id === undefined) {
      id = this.#classifications.push(classification) - 1;
      this.#classificationIds.set(key, id);
    }
    this.#ids[state] = id;
    return id;
  }

  table(): ClassificationTable {
    const column = (name: keyof Classification) =>
      Uint32Array.from(this.#classifications, (classification) => classification[name]);
    return {
      masks: Uint8Array.from(this.#classifications, ({ mask }) => mask),
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
  #resolve(values: Words): Classification {
    const classification: Classification = {
      mask: 0,
      provider: NONE,
      operator: NONE,
      source: NONE,
      place: NONE,
    };
    let consumer = NONE;
    for (const [index, value] of values.entries()) {
      if (value === NONE) continue;
      const { claim, rows } = this.#lists[index]!;
      const label = rows.labels[value] ?? "";
      if (claim.consumer === true) consumer = this.#text(claim.provider ?? "");
      else classification.mask |= CATEGORY[claim.category];
      if (claim.consumer !== true && claim.provider !== undefined) {
        classification.provider = this.#text(claim.provider);
      }
      if (claim.category === "datacenter" && claim.operator !== undefined) {
        classification.operator = this.#text(claim.operator);
      }
      if (claim.label === "source" && classification.source === NONE) {
        classification.source = this.#text(label);
      }
      if (claim.label === "place" && label !== "") classification.place = this.#text(label);
    }
    if ((classification.mask & CATEGORY.relay) !== 0) {
      classification.mask &= ~CATEGORY.vpn;
      classification.provider = NONE;
      if (classification.operator === NONE) classification.mask &= ~CATEGORY.datacenter;
    } else if (consumer !== NONE && classification.provider === NONE) {
      classification.mask |= CATEGORY.vpn | CATEGORY.relay;
      classification.provider = consumer;
    }
    return classification;
  }

  #text(text: string): number {
    const known = this.#strings.get(text);
    if (known !== undefined) return known;
    this.#strings.set(text, this.#strings.size);
    return this.#strings.size - 1;
  }
}
