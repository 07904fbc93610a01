/** Score records as segments keep them, and back. Who asked, what came out and what each component found are the parts records share. */
import type { ScoreRecord, StoredComponent } from "../../model/records.ts";
import type { PackedRecord } from "./segment.ts";
import { RETENTION_MS } from "./write_batch.ts";

/** What a decision came to, as `outcomeText` writes it. */
type Outcome = Pick<
  ScoreRecord,
  "score" | "verdict" | "summary" | "topSignals" | "rule" | "agentDecision"
>;

/** What of a component is not its own, as `foundText` writes it. */
type FoundPart = Omit<StoredComponent, "hash" | "relatedHashes" | "mask">;

/** A record whose larger parts are texts already: many records share them, so whoever makes those writes them once. */
export interface WrittenScore extends Omit<ScoreRecord, keyof Outcome | "components"> {
  readonly outcome: string;
  readonly components: readonly WrittenComponent[];
}

/** What is the value's own, as `ownText` writes it, and what was found. */
export interface WrittenComponent {
  readonly own: string;
  readonly found: string;
}

export function outcomeText({ score, verdict, summary, topSignals, rule, agentDecision }: Outcome): string {
  return JSON.stringify({ score, verdict, summary, topSignals, rule, agentDecision });
}

export function foundText({ kind, score, verdict, findings, trust, unknown, rule }: FoundPart): string {
  return JSON.stringify({ kind, score, verdict, findings, trust, unknown, rule });
}

export function ownText(
  { hash, relatedHashes, mask }: Pick<StoredComponent, "hash" | "relatedHashes" | "mask">,
): string {
  return `["${hash}",${asciiJson(mask)},"${relatedHashes.join(" ")}"]`;
}

export function packScore(record: ScoreRecord): PackedRecord {
  const components = record.components.map((component) => ({
    own: ownText(component),
    found: foundText(component),
  }));
  return packWritten({ ...record, outcome: outcomeText(record), components });
}

export function packWritten(record: WrittenScore): PackedRecord {
  const { id, at, transaction } = record;
  const parts = [commonPart(record), record.outcome];
  let rows = "";
  for (const { own, found } of record.components) {
    parts.push(found);
    rows += rows === "" ? own : `,${own}`;
  }
  const named = transaction === undefined ? "" : `,"transaction":${JSON.stringify(transaction)}`;
  return { parts, rest: `{"id":"${id}","at":${at},"components":[${rows}]${named}}` };
}

/** A mask's dot would make the text of a whole chunk two bytes a letter. */
function asciiJson(mask: string): string {
  return JSON.stringify(mask).replaceAll("•", "\\u2022");
}

/** What of a component is its own: hash, mask, other hashes with a blank between them. Hashes hold nothing JSON would escape. */
type PackedComponent = readonly [hash: string, mask: string, relatedHashes: string];

/** The part that was made last: the next record is often the same caller's. */
let last: { readonly of: Common; readonly text: string } | null = null;

type Common = Pick<
  ScoreRecord,
  "account" | "key" | "mode" | "subject" | "via" | "strictness" | "data"
>;

function commonPart(of: Common): string {
  const { account, key, mode, subject, via, strictness, data } = of;
  const same = last !== null && last.of.account === account && last.of.key === key &&
    last.of.mode === mode && last.of.subject === subject && last.of.via === via &&
    last.of.strictness === strictness && last.of.data === data;
  if (!same) last = { of, text: JSON.stringify({ account, key, mode, subject, via, strictness, data }) };
  return last!.text;
}

export function unpackScore(packed: PackedRecord): ScoreRecord {
  const [common, ...shared] = packed.parts.map((part) => JSON.parse(part));
  const rest = JSON.parse(packed.rest);
  const { outcome, components } = "score" in rest ? unpackEarlier(shared, rest) : unpack(shared, rest);
  const { id, at, transaction } = rest as Pick<ScoreRecord, "id" | "at" | "transaction">;
  const named = transaction === undefined ? {} : { transaction };
  return { ...common, ...outcome, ...named, id, at, expiresAt: at + RETENTION_MS, components };
}

function unpack([outcome, ...found]: StoredComponent[], rest: { components: PackedComponent[] }) {
  const components = rest.components.map(([hash, mask, related], index) => ({
    ...found[index],
    hash,
    mask,
    relatedHashes: related === "" ? [] : related.split(" "),
  }));
  return { outcome, components };
}

/** Components as they were stored until 2026-11-20, with `relatedHashes` under another name. */
type EarlierRest = Omit<ScoreRecord, "components"> & {
  readonly components:
    readonly (Omit<StoredComponent, "relatedHashes"> & { readonly also: readonly string[] })[];
};

/** Until 2026-11-20 only findings, trust and unknowns were shared. Such records are gone 180 days later. */
function unpackEarlier(found: StoredComponent[], rest: EarlierRest) {
  const { score, verdict, summary, topSignals, rule = null, agentDecision = null } = rest;
  const components = rest.components.map(({ also, ...own }, index) => ({
    ...own,
    relatedHashes: also,
    ...found[index],
    rule: own.rule ?? null,
  }));
  return { outcome: { score, verdict, summary, topSignals, rule, agentDecision }, components };
}
