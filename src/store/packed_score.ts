/** Score records as segments keep them, and back. Who asked and what each component found are the parts records share. */
import type { ScoreRecord, StoredComponent } from "../domain/records.ts";
import type { PackedRecord } from "./segment.ts";
import { RETENTION_MS } from "./stage.ts";

export function packScore(record: ScoreRecord): PackedRecord {
  const {
    id,
    account,
    key,
    mode,
    subject,
    via,
    at,
    strictness,
    data,
    components,
    rule,
    agentDecision,
    transaction,
  } = record;
  return {
    parts: [
      commonPart({ account, key, mode, subject, via, strictness, data }),
      ...components.map(({ findings, trust, unknown }) => JSON.stringify({ findings, trust, unknown })),
    ],
    rest: JSON.stringify({
      id,
      at,
      score: record.score,
      verdict: record.verdict,
      summary: record.summary,
      topSignals: record.topSignals,
      ...(rule === null ? {} : { rule }),
      ...(agentDecision === null ? {} : { agentDecision }),
      ...(transaction === undefined ? {} : { transaction }),
      components: components.map(({ kind, hash, also, mask, score, verdict, rule }) => ({
        kind,
        hash,
        also,
        mask,
        score,
        verdict,
        ...(rule === null ? {} : { rule }),
      })),
    }),
  };
}

type Common = Pick<ScoreRecord, "account" | "key" | "mode" | "subject" | "via" | "strictness" | "data">;

/** The part that was made last: the next record is often the same caller's. */
let last: { readonly of: Common; readonly text: string } | null = null;

function commonPart(of: Common): string {
  const same = last !== null && last.of.account === of.account && last.of.key === of.key &&
    last.of.mode === of.mode && last.of.subject === of.subject && last.of.via === of.via &&
    last.of.strictness === of.strictness && last.of.data === of.data;
  if (!same) last = { of, text: JSON.stringify(of) };
  return last!.text;
}

export function unpackScore(packed: PackedRecord): ScoreRecord {
  const [common, ...found] = packed.parts.map((part) => JSON.parse(part));
  const rest = JSON.parse(packed.rest) as Partial<ScoreRecord> & {
    at: number;
    components: StoredComponent[];
  };
  return {
    ...common,
    ...rest,
    rule: rest.rule ?? null,
    agentDecision: rest.agentDecision ?? null,
    expiresAt: rest.at + RETENTION_MS,
    components: rest.components.map((component, index) => ({
      ...component,
      rule: component.rule ?? null,
      ...found[index],
    })),
  };
}
