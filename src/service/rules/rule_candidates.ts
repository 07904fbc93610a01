/** The stored scores that rules may match, told by their columns and by the index, so that the others need not be read. */
import { IDENTITIES, shortHash, shortText } from "../../model/conditions/identities.ts";
import { MINUTE_MS } from "../../model/duration.ts";
import type { FactName } from "../../model/facts/table.ts";
import type { FactValue } from "../../model/facts/fact.ts";
import { rowsOf, SlotReader } from "../../records/scores/column_rows.ts";
import type { ColumnBlock, ColumnName } from "../../records/scores/score_columns.ts";
import type { ColumnValue } from "../../records/scores/score_row.ts";
import type { Services } from "../context.ts";
import type { HashedRules } from "./hashed_rules.ts";

/** Facts that rules name, each by itself. */
const NAMED_FACTS = [
  "ip.country",
  "phone.country",
  "phone.carrier",
  "phone.block_shown",
] as const satisfies readonly FactName[];
/** An address is in the system, and an e-mail address below the domain. */
const PLACE_FACTS = ["ip.asn", "email.domain"] as const satisfies readonly FactName[];
const DIMENSIONS = IDENTITIES.map((name) => `dimension.${name}` as const);

export const CANDIDATE_COLUMNS = [
  ...DIMENSIONS,
  ...NAMED_FACTS,
  ...PLACE_FACTS,
  "score.ip",
  "score.email",
  "score.phone",
  "score.domain",
  // Scores with facts have it.
  "signup.hour",
] as const satisfies readonly ColumnName[];

/** A score may be as much younger than its place. */
const COMMIT_MS = MINUTE_MS;
/** Networks and domains that are looked up in the index; with more of them all scores are read. */
const MAX_TERMS = 2_000;

export class RuleCandidates {
  readonly #rules: readonly HashedRules[];
  /** Of the columns of identities: the values that rules name. */
  readonly #identities = new Map<ColumnName, Set<string>>();
  /** Null: too many are named. */
  readonly #related: SlotReader | null;

  /** @param since no score of before is asked for, in milliseconds since the epoch */
  constructor({ store }: Services, account: string, rules: readonly HashedRules[], since: number) {
    this.#rules = rules;
    const related = new Set<string>();
    for (const { exact, uncertain, named, ...rest } of rules) {
      for (const name of [...exact, ...uncertain]) this.#add(...split(name));
      for (const user of named.users) this.#add("user", shortText(user));
      for (const hash of rest.related) related.add(hash);
      for (const hash of rest.uncertainRelated) related.add(hash);
    }
    this.#related = related.size > MAX_TERMS
      ? null
      : new SlotReader(store.scoreSearch.withHashes(account, [...related], since - COMMIT_MS));
  }

  #add(kind: string, short: string): void {
    const name = `dimension.${kind}` as ColumnName; // kinds of hashes and users are identities
    const values = this.#identities.get(name) ?? new Set<string>();
    this.#identities.set(name, values.add(short));
  }

  /** Of each row, 1 where a rule may match it. To be asked of one block after another, the newest first. */
  async rows(block: ColumnBlock): Promise<Uint8Array> {
    const rows = new Uint8Array(block.count);
    if (this.#related === null) return rows.fill(1);
    for (const row of await rowsOf(block, await this.#related.takeFrom(block.from))) rows[row] = 1;
    for (const [name, values] of this.#identities) mark(rows, block, name, (value) => values.has(`${value}`));
    for (const name of NAMED_FACTS) {
      // Facts are no sets.
      mark(
        rows,
        block,
        name,
        (value) => value !== undefined && this.#names(name, value as FactValue, "match", "unknown"),
      );
    }
    const isKnown = (value: ColumnValue | undefined) => value !== undefined;
    const hasFamily = ({ wholeFamilies, unknownFamilies }: HashedRules) =>
      wholeFamilies.size + unknownFamilies.size > 0;
    if (this.#rules.some(hasFamily)) mark(rows, block, "score.ip", isKnown);
    if (this.#rules.some(({ domains }) => domains.size > 0)) markEmails(rows, block);
    if (this.#rules.some(({ named }) => named.namesFacts)) markWithoutFacts(rows, block);
    return rows;
  }

  /** Of each row, 1 where its facts tell that a rule matches it. */
  sureRows(block: ColumnBlock): Uint8Array {
    const rows = new Uint8Array(block.count);
    // Facts are no sets.
    for (const name of NAMED_FACTS) {
      mark(
        rows,
        block,
        name,
        (value) => value !== undefined && this.#names(name, value as FactValue, "match"),
      );
    }
    for (const name of PLACE_FACTS) {
      mark(
        rows,
        block,
        name,
        (value) => this.#rules.some(({ places }) => places.has(value as string | number)),
      );
    }
    return rows;
  }

  async close(): Promise<void> {
    await this.#related?.close();
  }

  #names(name: FactName, value: FactValue, ...matches: ReturnType<HashedRules["named"]["match"]>[]): boolean {
    const score = { components: [], facts: { [name]: value } };
    return this.#rules.some(({ named }) => matches.includes(named.match(score)));
  }
}

/** `kind hash` */
function split(name: string): [kind: string, short: string] {
  const at = name.indexOf(" ");
  return [name.slice(0, at), shortHash(name.slice(at + 1))];
}

/** @param fits undefined: the row has no value */
function mark(
  rows: Uint8Array,
  block: ColumnBlock,
  name: ColumnName,
  fits: (value: ColumnValue | undefined) => boolean,
): void {
  const column = block.column(name);
  if (column === null) {
    if (fits(undefined)) rows.fill(1);
    return;
  }
  const wanted = Uint8Array.from([undefined, ...column.values], (value) => fits(value) ? 1 : 0);
  if (!wanted.includes(1)) return;
  for (let row = 0; row < rows.length; row++) rows[row]! |= wanted[column.codes[row]!]!;
}

/**
 * E-mail addresses of which the columns do not tell the domain: those at providers, and those beside a domain. That of others
 * is their identity.
 */
function markEmails(rows: Uint8Array, block: ColumnBlock): void {
  const [emails, domains, identities] = [
    block.column("score.email"),
    block.column("score.domain"),
    block.column("dimension.domain"),
  ].map((column) => column?.codes);
  for (let row = 0; row < rows.length; row++) {
    if (!emails?.[row]) continue;
    if (domains?.[row] || !identities?.[row]) rows[row] = 1;
  }
}

/** Scores of before there were facts cannot tell what is named. */
function markWithoutFacts(rows: Uint8Array, block: ColumnBlock): void {
  const [facts, ips, phones] = (["signup.hour", "score.ip", "score.phone"] as const)
    .map((name) => block.column(name)?.codes);
  for (let row = 0; row < rows.length; row++) {
    if (!facts?.[row] && (ips?.[row] || phones?.[row])) rows[row] = 1;
  }
}
