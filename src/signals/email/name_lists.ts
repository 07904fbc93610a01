/** Names of people and words that local parts are made of, compiled into the data bundle. */
import { lazy } from "../../concurrency/lazy.ts";

const KINDS = ["given", "surnames", "words"] as const;

/** In lower-case letters a to z. */
type NamesByKind = Readonly<Record<typeof KINDS[number], Iterable<string>>>;

export class NameLists {
  readonly #sets: () => Readonly<Record<typeof KINDS[number], ReadonlySet<string>>>;

  /** The data of the service has no names: it was built without them. */
  readonly isEmpty: boolean;

  /** @param bytes of `writeNameLists`; empty: no names are known */
  constructor(bytes: Uint8Array) {
    this.isEmpty = bytes.length === 0;
    this.#sets = lazy(() => {
      const [given = "", surnames = "", words = ""] = new TextDecoder().decode(bytes).split("\n");
      const setOf = (line: string) => new Set(line.split(" "));
      return { given: setOf(given), surnames: setOf(surnames), words: setOf(words) };
    });
  }

  isGiven(letters: string): boolean {
    return this.#sets().given.has(letters);
  }

  isSurname(letters: string): boolean {
    return this.#sets().surnames.has(letters);
  }

  isWord(letters: string): boolean {
    return this.#sets().words.has(letters);
  }
}

/** The bytes that `NameLists` reads: a line for each kind. */
export function writeNameLists(names: NamesByKind): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(
    KINDS.map((kind) => [...new Set(names[kind])].toSorted().join(" ")).join("\n"),
  );
}
