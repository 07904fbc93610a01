/** Score records as segments keep them, and back. Who asked, what came out and what each component found are the parts records share. */
import type { ScoreRecord, StoredComponent } from "../domain/records.ts";
import type { PackedRecord } from "./segment.ts";
import { RETENTION_MS } from "./stage.ts";

export function packScore(record: ScoreRecord): PackedRecord {
  const { id, at, score, verdict, summary, topSignals, rule, agentDecision, transaction } = record;
  const outcome = JSON.stringify({ score, verdict, summary, topSignals, rule, agentDecision });
  const parts = [commonPart(record), outcome];
  let rows = "";
  for (
    const { kind, hash, also, mask, score, verdict, findings, trust, unknown, rule } of record.components
  ) {
    parts.push(foundText({ kind, score, verdict, findings, trust, unknown, rule }));
    rows += `${rows === "" ? "" : ","}["${hash}",${asciiJson(mask)},"${also.join(" ")}"]`;
  }
  const named = transaction === undefined ? "" : `,"transaction":${JSON.stringify(transaction)}`;
  return { parts, rest: `{"id":"${id}","at":${at},"components":[${rows}]${named}}` };
}

type FoundPart = Omit<StoredComponent, "hash" | "also" | "mask">;

/** By their findings, which values of one evaluation share. */
const texts = new WeakMap<StoredComponent["findings"], { readonly of: FoundPart; readonly text: string }>();

function foundText(of: FoundPart): string {
  const known = texts.get(of.findings);
  const same = known !== undefined && known.of.kind === of.kind && known.of.score === of.score &&
    known.of.verdict === of.verdict && known.of.trust === of.trust && known.of.unknown === of.unknown &&
    known.of.rule === of.rule;
  if (same) return known.text;
  const text = JSON.stringify(of);
  texts.set(of.findings, { of, text });
  return text;
}

/** A mask's dot would make the text of a whole chunk two bytes a letter. */
function asciiJson(mask: string): string {
  return JSON.stringify(mask).replaceAll("•", "\\u2022");
}

/** What of a component is its own: hash, mask, other hashes with a blank between them. Hashes hold nothing JSON would escape. */
type PackedComponent = readonly [hash: string, mask: string, also: string];

/** The part that was made last: the next record is often the same caller's. */
let last: { readonly of: ScoreRecord; readonly text: string } | null = null;

function commonPart(of: ScoreRecord): string {
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
  const components = rest.components.map(([hash, mask, also], index) => ({
    ...found[index],
    hash,
    mask,
    also: also === "" ? [] : also.split(" "),
  }));
  return { outcome, components };
}

/** Until 2026-11-20 only findings, trust and unknowns were shared. Such records are gone 180 days later. */
function unpackEarlier(found: StoredComponent[], rest: ScoreRecord) {
  const { score, verdict, summary, topSignals, rule = null, agentDecision = null } = rest;
  const components = rest.components.map((own, index) => ({
    ...own,
    ...found[index],
    rule: own.rule ?? null,
  }));
  return { outcome: { score, verdict, summary, topSignals, rule, agentDecision }, components };
}
