/** Whether a stored message or an entry of the audit log is about a person. */
import type { AuditEntry } from "../../model/access/audit.ts";
import type { Mentions } from "../../records/privacy/erase_lists.ts";
import { positionOf } from "../../records/scores/score_search.ts";
import type { IdentifierHasher } from "../access/identifier_hasher.ts";
import { readSearched } from "../cases/searched_value.ts";

/** What is known of a person, as values of messages can be compared with it. */
export interface KnownPerson {
  readonly userIds: readonly string[];
  /** Hashes of e-mail addresses and phone numbers that are the person's alone. */
  readonly own: readonly { readonly kind: "email" | "phone"; readonly hash: string }[];
  /** In clear, as they were given. */
  readonly given: string | null;
}

/** In the place of what is gone. */
const ERASED = "erased";
/** A shorter id is looked for as a whole text only: it can be a part of any. */
const MIN_PART_CHARS = 6;
const REQUEST_ID = /req_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g;

export class PersonMentions implements Mentions {
  readonly #hasher: IdentifierHasher;
  readonly #ids: ReadonlySet<string>;
  readonly #person: KnownPerson;
  readonly #rules: ReadonlySet<string>;
  readonly #own: ReadonlySet<string>;
  readonly #parts: readonly RegExp[];

  /** @param ids request ids @param rules ids of rules that named the person */
  constructor(
    hasher: IdentifierHasher,
    person: KnownPerson,
    ids: readonly string[],
    rules: readonly string[],
  ) {
    this.#hasher = hasher;
    this.#person = person;
    this.#ids = new Set(ids.flatMap((id) => [id, positionOf(id) ?? id]));
    this.#rules = new Set(rules);
    this.#own = new Set(person.own.map(({ kind, hash }) => `${kind} ${hash}`));
    this.#parts = [...person.userIds, ...person.given === null ? [] : [person.given]]
      .filter((text) => text.length >= MIN_PART_CHARS)
      .map((text) => new RegExp(`(?<![\\w@.+-])${RegExp.escape(text)}(?![\\w@-])`, "g"));
  }

  requestId(id: string): boolean {
    return this.#ids.has(id);
  }

  text(text: string): boolean {
    for (const [id] of text.matchAll(REQUEST_ID)) if (this.#ids.has(id)) return true;
    let found = false;
    walk(parsed(text), (leaf) => {
      found ||= this.#isValue(leaf);
      return leaf;
    });
    return found;
  }

  without<T extends AuditEntry>(entry: T): T {
    const changes = entry.subjects.some((id) => this.#rules.has(id));
    const names = entry.names?.map((name, at) =>
      this.#rules.has(entry.subjects[at] ?? "") || (changes && entry.names!.length !== entry.subjects.length)
        ? ERASED
        : this.#cleared(name)
    );
    const left = {
      ...entry,
      ...names === undefined ? {} : { names },
      ...entry.changes === undefined ? {} : { changes: changes ? {} : this.clear(entry.changes) },
      details: this.clear(entry.details),
    };
    return JSON.stringify(left) === JSON.stringify(entry) ? entry : left;
  }

  clear<T>(value: T): T {
    return walk(value, (leaf) => this.#cleared(leaf)) as T;
  }

  #cleared(text: string): string {
    if (this.#isValue(text)) return ERASED;
    return this.#parts.reduce((left, part) => left.replaceAll(part, ERASED), text);
  }

  /** A text that is a user id, or an address or number of the person. */
  #isValue(text: string): boolean {
    const { userIds, given } = this.#person;
    if (userIds.includes(text) || text === given) return true;
    if (this.#own.size === 0 || text.length > 400) return false;
    return (text.includes("@") && this.#isOwn("email", text)) ||
      (/^\+?[\d ().-]{7,25}$/.test(text) && this.#isOwn("phone", text));
  }

  #isOwn(kind: "email" | "phone", text: string): boolean {
    return hashesOf(this.#hasher, kind, text).some((hash) => this.#own.has(`${kind} ${hash}`));
  }
}

/** Of an address or number under all secrets; none for what is neither. */
export function hashesOf(hasher: IdentifierHasher, kind: "email" | "phone", text: string): readonly string[] {
  try {
    const [read] = readSearched(hasher, text, kind, (why) => new TypeError(why));
    return read !== undefined && "hashes" in read ? read.hashes : [];
  } catch (error) {
    if (error instanceof TypeError) return [];
    throw error;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The value with each text as `change` makes it. */
function walk(value: unknown, change: (leaf: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((each) => walk(each, change));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, walk(each, change)]));
}
