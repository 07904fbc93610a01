/** Whom a request about a person's data means, and the stored scores of an account that are about that person. */
import { CLAIMED_KINDS, type ComponentKind } from "../../model/component.ts";
import { AppError, invalidField } from "../../model/error.ts";
import type { SignupId } from "../../model/linkage/ring_texts.ts";
import { type Caller, type KeyMode, RETENTION_MS, type ScoreRecord } from "../../model/records.ts";
import { modesOf } from "../access/seen_mode.ts";
import { addWork, requireWork, WORK } from "../access/work.ts";
import { type HashedValue, readSearched } from "../cases/searched_value.ts";
import type { Services } from "../context.ts";
import { PERSON_FIELDS, type PersonField, type PersonRequest } from "./parts.ts";

/** A stored score of the person, with what is needed to find the rest once it is gone. */
export interface PersonScore {
  readonly id: string;
  readonly mode: KeyMode;
  readonly at: number;
  readonly userId: string | null;
  readonly external?: string;
  readonly transaction?: string;
  /** Of its values that have one. */
  readonly values: readonly (readonly [kind: ComponentKind, hash: string])[];
  /** Lead to its ring. */
  readonly nodes: readonly SignupId[];
}

interface Person {
  readonly field: PersonField;
  readonly userIds: readonly string[];
  /** Of e-mail addresses and phone numbers that nobody else of the account has, with a form that a person may see. */
  readonly own: readonly OwnValue[];
  /** Those that others have too. */
  readonly shared: number;
  /** The newest first. */
  readonly scores: readonly PersonScore[];
  /** There are more than were looked for. */
  readonly more: boolean;
}

interface OwnValue {
  readonly kind: "email" | "phone";
  readonly hash: string;
  readonly mask: string;
}

/** Scores that a request shows: the newest. */
const MAX_SCORES = 20_000;
/** That one erasure is about: it leaves none, or does not begin. */
const MAX_ERASED = 100_000;
const SCORES_PER_PAGE = 200;
/** Scoring takes any text as an address or number, and says what is wrong with it. */
const FORMS: Partial<Readonly<Record<PersonField, RegExp>>> = { email: /.@./, phone: /\d.*\d.*\d.*\d/ };
const WHY: Partial<Readonly<Record<PersonField, string>>> = {
  email: "is not an e-mail address",
  phone: "is not a phone number",
};

/** What leads to scores: the customer's own reference, or the hashes of a value under all secrets. */
type Lead = { readonly userId: string } | {
  readonly kind: ComponentKind;
  readonly hashes: readonly string[];
};

/**
 * @param most scores that are looked for
 * @throws AppError invalid_request for no field or several, and for one that cannot be read; rate_limited
 */
export async function findPerson(
  services: Services,
  caller: Caller,
  request: PersonRequest,
  most: number = MAX_SCORES,
): Promise<Person> {
  const given = PERSON_FIELDS.filter((field) => request[field] !== undefined);
  const [field] = given;
  if (field === undefined || given.length > 1) {
    throw invalidField(given[1] ?? "user_id", `give exactly one of ${PERSON_FIELDS.join(", ")}`);
  }
  const why = FORMS[field]?.test(request[field]!) === false ? WHY[field] : undefined;
  if (why !== undefined) throw invalidField(field, why);
  requireWork(services, caller);
  const search = new PersonSearch(services, caller, most);
  const [wanted] = readSearched(
    services.hasher,
    request[field]!,
    field,
    (why) => invalidField(field, why),
  );
  if (wanted!.kind === "request_id") await search.byRequest((wanted as { requestId: string }).requestId);
  else if (wanted!.kind === "user_id") await search.byUser((wanted as { userId: string }).userId);
  else await search.byValue(wanted as HashedValue);
  return { field, ...search.result() };
}

/**
 * With all scores of the person.
 * @param most of one person
 * @throws AppError conflict when there are more; as `findPerson`
 */
export async function findWhole(
  services: Services,
  caller: Caller,
  request: PersonRequest,
  most: number = MAX_ERASED,
): Promise<Person> {
  const person = await findPerson(services, caller, request, most);
  if (!person.more) return person;
  const why =
    `your account has more than ${most} scores of it, so it is not one person's; nothing was erased`;
  throw new AppError("conflict", why);
}

class PersonSearch {
  readonly #services: Services;
  readonly #caller: Caller;
  readonly #found = new Map<string, PersonScore>();
  readonly #users = new Set<string>();
  readonly #masks = new Map<string, OwnValue>();
  /** Values that were looked for, and whether somebody else has them too. */
  readonly #isShared = new Map<string, boolean>();
  readonly #most: number;
  #more = false;

  constructor(services: Services, caller: Caller, most: number) {
    this.#services = services;
    this.#caller = caller;
    this.#most = most;
  }

  async byUser(userId: string): Promise<void> {
    if (this.#users.has(userId)) return;
    this.#users.add(userId);
    for await (const record of this.#scores({ userId })) this.#take(record);
    await this.#followValues();
  }

  /** All scores with the value are the person's; those of its user too, where it is one user's. */
  async byValue(
    { kind, hashes }: { readonly kind: string; readonly hashes: readonly string[] },
  ): Promise<void> {
    const lead = { kind: kind as ComponentKind, hashes };
    for (const hash of hashes) this.#isShared.set(`${kind} ${hash}`, false);
    const users = new Set<string>();
    for await (const record of this.#scores(lead)) {
      this.#take(record);
      if (record.signup?.userId) users.add(record.signup.userId);
    }
    const [user] = users;
    if (users.size === 1) await this.byUser(user!);
    else await this.#followValues();
  }

  async byRequest(requestId: string): Promise<void> {
    const { store, now } = this.#services;
    const record = await store.scores.get(this.#caller.account.id, requestId, now());
    if (record === null || !modesOf(this.#caller).includes(record.mode)) {
      throw new AppError("not_found", "there is no score with this request_id in your account");
    }
    this.#take(record);
    if (record.signup?.userId) await this.byUser(record.signup.userId);
    else await this.#followValues();
  }

  result(): Omit<Person, "field"> {
    const scores = [...this.#found.values()].sort((one, other) => other.at - one.at);
    const own: OwnValue[] = [];
    let shared = 0;
    for (const [name, value] of this.#masks) {
      if (this.#isShared.get(name) === false) own.push(value);
      else shared++;
    }
    addWork(this.#services, this.#caller, WORK.searchedScore * scores.length);
    return {
      userIds: [...this.#users],
      own,
      shared,
      scores: scores.slice(0, this.#most),
      more: this.#more,
    };
  }

  /** Scores of the person's addresses and numbers that name no user: where no other user has them, they are the person's. */
  async #followValues(): Promise<void> {
    for (const [name, { kind, hash }] of [...this.#masks]) {
      if (this.#isShared.has(name)) continue;
      this.#isShared.set(name, true);
      const found: ScoreRecord[] = [];
      const others = new Set<string>();
      for await (const record of this.#scores({ kind, hashes: [hash] })) {
        const userId = record.signup?.userId ?? null;
        if (userId !== null && !this.#users.has(userId)) others.add(userId);
        if (others.size > 1 || (others.size > 0 && this.#users.size > 0)) break;
        found.push(record);
      }
      const [user] = others;
      if (others.size > 1 || (others.size > 0 && this.#users.size > 0)) continue;
      this.#isShared.set(name, false);
      found.forEach((record) => this.#take(record));
      // A score without a user leads to the one who has its address.
      if (user !== undefined) await this.byUser(user);
    }
  }

  #take(record: ScoreRecord): void {
    if (this.#found.size >= this.#most && !this.#found.has(record.id)) {
      this.#more = true;
      return;
    }
    const { id, mode, at, signup, components, transaction } = record;
    for (const { kind, hash, mask } of components) {
      if (hash === "" || !CLAIMED_KINDS.has(kind) || (kind !== "email" && kind !== "phone")) continue;
      this.#masks.set(`${kind} ${hash}`, { kind, hash, mask });
    }
    this.#found.set(id, {
      id,
      mode,
      at,
      userId: signup?.userId ?? null,
      ...(signup?.external === undefined ? {} : { external: signup.external }),
      ...(transaction === undefined ? {} : { transaction }),
      values: components.flatMap(({ kind, hash }) => hash === "" ? [] : [[kind, hash] as const]),
      nodes: signup === undefined ? [] : [...new Set([signup.node, signup.group ?? signup.node])],
    });
  }

  /** In the modes that the caller sees. */
  async *#scores(lead: Lead): AsyncIterable<ScoreRecord> {
    const { store, now } = this.#services;
    const account = this.#caller.account.id;
    const modes = modesOf(this.#caller);
    const span = { since: now() - RETENTION_MS, before: null };
    const filters = { values: [lead], ring: null, userId: null, label: null };
    const isIt = ({ signup, components }: ScoreRecord) =>
      "userId" in lead
        ? signup?.userId === lead.userId
        : components.some(({ kind, hash }) => kind === lead.kind && lead.hashes.includes(hash));
    let page: string[] = [];
    const read = async () => {
      const found = await store.scoreSearch.read(account, page);
      page = [];
      return found.flatMap(({ record }) => modes.includes(record.mode) && isIt(record) ? [record] : []);
    };
    for await (const position of store.scoreSearch.leads(account, filters, span) ?? []) {
      if (page.push(position) < SCORES_PER_PAGE) continue;
      yield* await read();
      if (this.#found.size >= this.#most) this.#more = true;
      if (this.#more) return;
    }
    yield* await read();
  }
}
