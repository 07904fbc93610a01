/**
 * Parses Structured Fields (RFC 9651). Every value keeps its type, so an Integer, a Decimal and a Date of the same number
 * are different, and a repeated dictionary key is reported.
 */

export type BareItem =
  | { readonly type: "integer" | "decimal" | "date"; readonly value: number }
  | { readonly type: "string" | "token" | "display"; readonly value: string }
  | { readonly type: "bytes"; readonly value: Uint8Array<ArrayBuffer> }
  | { readonly type: "boolean"; readonly value: boolean };

export type Parameters = ReadonlyMap<string, BareItem>;

export interface Item {
  readonly kind: "item";
  readonly value: BareItem;
  readonly parameters: Parameters;
}

export interface InnerList {
  readonly kind: "inner_list";
  readonly items: readonly Item[];
  readonly parameters: Parameters;
}

export type Member = Item | InnerList;

export interface Dictionary {
  /** A repeated key has its last value in the position of its first. */
  readonly members: ReadonlyMap<string, Member>;
  /** The first repeated key. */
  readonly repeated: string | null;
}

/** The text is not a structured field of the expected type. The message names the position. */
export class StructuredFieldError extends Error {
  override readonly name = "StructuredFieldError";
}

/** @throws {StructuredFieldError} */
export function parseDictionary(text: string): Dictionary {
  const reader = new Reader(text);
  const members = new Map<string, Member>();
  let repeated: string | null = null;
  for (let more = !reader.done(); more; more = reader.nextMember()) {
    const key = reader.key();
    if (repeated === null && members.has(key)) repeated = key;
    members.set(key, reader.take("=") ? reader.member() : { ...TRUE, parameters: reader.parameters() });
  }
  return { members, repeated };
}

/** @throws {StructuredFieldError} */
export function parseList(text: string): Member[] {
  const reader = new Reader(text);
  const members: Member[] = [];
  for (let more = !reader.done(); more; more = reader.nextMember()) members.push(reader.member());
  return members;
}

/** @throws {StructuredFieldError} */
export function parseItem(text: string): Item {
  const reader = new Reader(text);
  const item = reader.item();
  if (!reader.done()) throw new StructuredFieldError("something follows the item");
  return item;
}

const TRUE = { kind: "item", value: { type: "boolean", value: true } } as const;
const NO_PARAMETERS: ReadonlyMap<string, BareItem> = new Map();
const KEY = /[a-z*][a-z0-9_\-.*]*/y;
const TOKEN = /[A-Za-z*][A-Za-z0-9!#$%&'*+\-.^_`|~:/]*/y;
const BOOLEAN = /\?[01]/y;
const NUMBER = /-?[0-9]+(?:\.[0-9]*)?/y;
const BYTES = /:[A-Za-z0-9+/]*={0,2}:/y;
const PLAIN_STRING = /"[ !#-[\]-~]*"/y;
const LOOSE = { lastChunkHandling: "loose" } as const;
const DISPLAY = /%"(?:[ !#$&-~]|%[0-9a-f]{2})*"/y;

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    let end = text.length;
    while (end > 0 && isOptionalSpace(text, end - 1)) end--;
    this.#text = text.slice(0, end);
    this.#skipOptionalSpace();
  }

  done(): boolean {
    return this.#at >= this.#text.length;
  }

  take(char: string): boolean {
    if (this.#text[this.#at] !== char) return false;
    this.#at++;
    return true;
  }

  /** After a member: true when another follows the comma. */
  nextMember(): boolean {
    this.#skipOptionalSpace();
    if (this.done()) return false;
    if (!this.take(",")) this.#fail("a comma was expected");
    this.#skipOptionalSpace();
    if (this.done()) this.#fail("nothing follows the last comma");
    return true;
  }

  member(): Member {
    if (!this.take("(")) return this.item();
    const items: Item[] = [];
    for (;;) {
      const spaced = this.#skipSpaces();
      if (this.take(")")) break;
      if (items.length > 0 && !spaced) this.#fail("a space or ) was expected");
      items.push(this.item());
    }
    return { kind: "inner_list", items, parameters: this.parameters() };
  }

  item(): Item {
    return { kind: "item", value: this.#bareItem(), parameters: this.parameters() };
  }

  parameters(): Parameters {
    if (this.#text[this.#at] !== ";") return NO_PARAMETERS;
    const parameters = new Map<string, BareItem>();
    while (this.take(";")) {
      this.#skipSpaces();
      const key = this.key();
      parameters.set(key, this.take("=") ? this.#bareItem() : TRUE.value);
    }
    return parameters;
  }

  key(): string {
    return this.#span(KEY) ?? this.#fail("a key was expected");
  }

  #bareItem(): BareItem {
    const char = this.#text[this.#at];
    if (char === '"') return { type: "string", value: this.#string() };
    if (char === ":") return { type: "bytes", value: this.#bytes() };
    if (char === "?") return { type: "boolean", value: this.#boolean() };
    if (char === "@") return this.#date();
    if (char === "%") return { type: "display", value: this.#display() };
    const token = this.#span(TOKEN);
    if (token !== null) return { type: "token", value: token };
    return this.#number();
  }

  #number(): BareItem {
    const text = this.#span(NUMBER) ?? this.#fail("a value was expected");
    const point = text.indexOf(".");
    const digits = (point < 0 ? text.length : point) - (text.startsWith("-") ? 1 : 0);
    if (point < 0) {
      if (digits > 15) this.#fail("an integer has at most 15 digits");
      return { type: "integer", value: Number(text) };
    }
    const decimals = text.length - point - 1;
    if (digits > 12 || decimals < 1 || decimals > 3) {
      this.#fail("a decimal has at most 12 digits before and one to three after the point");
    }
    return { type: "decimal", value: Number(text) };
  }

  #date(): BareItem {
    this.#at++;
    const number = this.#number();
    return number.type === "integer" ? { ...number, type: "date" } : this.#fail("a date is an integer");
  }

  #boolean(): boolean {
    return (this.#span(BOOLEAN) ?? this.#fail("a boolean is ?0 or ?1")) === "?1";
  }

  /** Missing padding and non-zero pad bits are accepted, as RFC 9651 section 4.2.7 advises. */
  #bytes(): Uint8Array<ArrayBuffer> {
    const text = this.#span(BYTES, 1) ?? this.#fail("a byte sequence is base64 between colons");
    const padding = text.indexOf("=");
    try {
      return Uint8Array.fromBase64(padding < 0 ? text : text.slice(0, padding), LOOSE);
    } catch {
      return this.#fail("not base64");
    }
  }

  #string(): string {
    const plain = this.#span(PLAIN_STRING, 1);
    if (plain !== null) return plain;
    let value = "";
    for (let at = this.#at + 1; at < this.#text.length; at++) {
      let char = this.#text[at]!;
      if (char === '"') {
        this.#at = at + 1;
        return value;
      }
      if (char === "\\") {
        char = this.#text[++at] ?? "";
        if (char !== '"' && char !== "\\") this.#fail('only " and \\ are escaped in a string');
      } else if (char < " " || char > "~") {
        this.#fail("a string is printable ASCII");
      }
      value += char;
    }
    return this.#fail("the string does not end");
  }

  #display(): string {
    const text = this.#span(DISPLAY, 1) ?? this.#fail("not a display string");
    try {
      return decodeURIComponent(text.slice(1));
    } catch {
      return this.#fail("a display string is UTF-8");
    }
  }

  /** The match of a sticky pattern at the current position, without `delimiters` characters at both ends. */
  #span(pattern: RegExp, delimiters = 0): string | null {
    pattern.lastIndex = this.#at;
    if (!pattern.test(this.#text)) return null;
    const start = this.#at + delimiters;
    this.#at = pattern.lastIndex;
    return this.#text.slice(start, this.#at - delimiters);
  }

  /** True when there was at least one. */
  #skipSpaces(): boolean {
    const start = this.#at;
    while (this.take(" "));
    return this.#at > start;
  }

  #skipOptionalSpace(): void {
    while (isOptionalSpace(this.#text, this.#at)) this.#at++;
  }

  #fail(message: string): never {
    throw new StructuredFieldError(`${message} at character ${this.#at + 1}`);
  }
}

function isOptionalSpace(text: string, at: number): boolean {
  const char = text[at];
  return char === " " || char === "\t";
}
