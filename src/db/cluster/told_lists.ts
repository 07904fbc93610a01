/**
 * What other processes added to the lists of an owner, by the ids of its entries: who keeps such a list in memory reads these,
 * and nothing while there are none. Known for a while; who asks later reads the list again.
 */
import { LRUCache } from "lru-cache";
import type { Delta } from "./stream_entry.ts";
import type { Writer } from "../commit/writer.ts";
import { keyText } from "../engine.ts";

/** The lists that are told of, by their names in the stream. */
const TOLD = { signups: "told-signups", sends: "told-sends", logins: "told-logins" } as const;

type ToldList = keyof typeof TOLD;
type ToldWriter = Pick<Writer, "isFollowing" | "generation" | "follow">;

const MAX_OWNERS = 4000;
/** Of an owner. */
const MAX_IDS = 4000;

interface Ids {
  /** All that was told after this number is known. */
  from: number;
  told: { readonly number: number; readonly id: string }[];
}

/** Where somebody is in a list. */
export interface ToldMark {
  readonly number: number;
  /** Of the writer: what was told before it was raised may have been missed. */
  readonly generation: number;
}

export class ToldLists {
  readonly #writer: ToldWriter;
  readonly #lists = new LRUCache<string, Ids>({ max: MAX_OWNERS, dispose: () => this.#from = this.#number });
  /** Counts what is told. */
  #number = 0;
  /** What was told after this number is known of all owners. */
  #from = 0;

  constructor(writer: ToldWriter) {
    this.#writer = writer;
    for (const topic of Object.values(TOLD)) {
      writer.follow(topic, ({ value }, text, { isOwn }) => {
        if (!isOwn && typeof value === "string") this.#add(text, value);
      });
    }
  }

  /** Before a list is read: what is told from now on is new. */
  mark(): ToldMark {
    return { number: this.#number, generation: this.#writer.generation };
  }

  /** The ids that were told after a mark; null: they are not known, the list must be read. */
  after(list: ToldList, owner: string, { number, generation }: ToldMark): readonly string[] | null {
    if (!this.#writer.isFollowing || generation !== this.#writer.generation) return null;
    const { from, told } = this.#lists.get(keyText([TOLD[list], owner])) ?? { from: this.#from, told: [] };
    if (number < from) return null;
    const first = told.findLastIndex((each) => each.number <= number) + 1;
    return told.slice(first).map(({ id }) => id);
  }

  #add(name: string, id: string): void {
    let known = this.#lists.get(name);
    if (known === undefined) this.#lists.set(name, known = { from: this.#from, told: [] });
    known.told.push({ number: ++this.#number, id });
    if (known.told.length < 2 * MAX_IDS) return;
    known.from = known.told[MAX_IDS - 1]!.number;
    known.told.splice(0, MAX_IDS);
  }
}

/** What a commit tells of an entry of a list. */
export function toldOf(list: ToldList, owner: string, id: string): Delta {
  return { key: [TOLD[list], owner], value: id };
}
