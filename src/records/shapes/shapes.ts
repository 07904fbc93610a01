/** What each keyspace stores, for restoring: the parts of its keys and the shape of its values. */
import { ALL_SCOPES } from "../../model/access/key_scope.ts";
import { AUDIT_ACTIONS } from "../../model/access/audit.ts";
import { COMPONENT_KINDS } from "../../model/component.ts";
import { LINKAGE_SCORING } from "../../model/records.ts";
import { RULE_KINDS } from "../../model/rules/rule.ts";
import type { KEYS } from "../keys.ts";
import { isScoreChunk, isScores } from "./score_chunk.ts";
import { AGENT_SHAPES } from "./agent_shapes.ts";
import { HOOK_SHAPES } from "./hook_shapes.ts";
import { QUEUE_SHAPES } from "./queue_shapes.ts";
import {
  count,
  either,
  type EntryShape,
  flag,
  isRecord,
  label,
  list,
  number,
  object,
  oneOf,
  orNull,
  record,
  type Shape,
  text,
  tuple,
} from "../../db/backup/shape.ts";

export type { EntryShape };

const VERDICT = oneOf("allow", "review", "block");

const sightingLines: Shape = (value) =>
  value instanceof Uint8Array &&
  new TextDecoder().decode(value).split("\n").every((line) => /^\w+ [\w~-]+ \d+(?:\.\d+)? \d+$/.test(line));

/** Records of 16 characters and three of a day; see `model/linkage/linkage.ts`. */
const members: Shape = (value) => typeof value === "string" && /^(?:[\w-]{16}[0-9a-z]{3})*$/.test(value);

/** Ids of sign-ups, one after another; see `model/linkage/ring.ts`. */
const signupIds: Shape = (value) => typeof value === "string" && /^(?:[0-9a-f]{32})*$/.test(value);

/** See `model/linkage/place.ts`. */
const marks: Shape = (value) => typeof value === "string" && /^(?:[0-9a-f]{48})?$/.test(value);

const days = list(tuple([count, count]));
const reporter = object({ reports: count, labels: count, days }, { reportDays: days, proven: days });

/** Null: not in a backup. */
export const SHAPES: Readonly<Record<keyof typeof KEYS, EntryShape | null>> = {
  schema: { parts: 0, value: count },
  secret: {
    parts: 0,
    value: object({
      fingerprint: text,
      since: number,
      previous: list(object({ fingerprint: text, until: number })),
    }, { rotatedAt: number }),
  },
  restoring: null,
  journal: null,
  ready: null,
  replicaMark: null,
  change: null,
  changeSequence: null,
  changeHead: null,
  changeEntry: null,
  process: null,
  limits: null,
  slice: null,
  feedCopy: null,
  feedChunk: null,
  feedLease: null,
  quotaSlices: { parts: 2, value: object({ taken: count, left: record(tuple([count, number])) }) },
  account: {
    parts: 1,
    repeats: { id: 0 },
    value: object({
      id: text,
      name: label,
      createdAt: number,
      paused: flag,
      monthlyQuota: orNull(count),
      madeBy: oneOf("operator", "signup"),
    }, {
      ratePerMinute: count,
      standing: oneOf("member", "guest"),
      linkageScoring: oneOf(...LINKAGE_SCORING),
      signupNetwork: text,
      email: object({ hash: text, mask: label }),
    }),
  },
  accountName: { parts: 1, value: text },
  accountEmail: { parts: 1, value: text },
  apiKey: {
    parts: 1,
    repeats: { id: 0 },
    value: object({
      id: text,
      account: text,
      mode: oneOf("live", "test"),
      name: text,
      hash: text,
      tail: text,
      ratePerMinute: count,
      createdAt: number,
      revokedAt: orNull(number),
    }, { scopes: list(oneOf(...ALL_SCOPES)), expiresAt: number, replacedBy: text }),
  },
  usage: { parts: 2, value: count, counter: true },
  session: null,
  sessionOf: null,
  segment: { parts: 2, value: isScoreChunk },
  labelUndo: null,
  keptRequest: null,
  keptChunk: null,
  backtest: null,
  scoresOf: { parts: 2, value: isScores },
  countedFrom: { parts: 0, value: count },
  // A part may be below 0: another process removed the label.
  dayCount: { parts: 3, value: record(number) },
  postings: {
    parts: 1,
    value: object({
      runs: list(object({ id: text, from: text, to: text, records: count, postings: count, level: count })),
      to: text,
      retired: list(tuple([text, number])),
    }),
  },
  postingChunk: { parts: 3, value: (value) => value instanceof Uint8Array },
  sighting: { parts: 2, value: tuple([number, count]) },
  sightingLog: { parts: 2, value: sightingLines },
  reputation: { parts: 2, value: record(reporter) },
  reputationOf: { parts: 3, value: reporter },
  moved: { parts: 2, value: text },
  audit: {
    parts: 2,
    value: object({
      account: orNull(text),
      action: oneOf(...AUDIT_ACTIONS),
      key: orNull(text),
      via: oneOf("api", "console", "command", "service"),
      network: orNull(label),
      at: number,
      until: number,
      times: count,
      count,
      subjects: list(text),
      details: record(text),
    }, { names: list(text), changes: record(list(text)) }),
  },
  ringKey: {
    parts: 2,
    value: object({ a: list(signupIds), t: number, e: text, o: number, n: count }, {
      s: count,
      w: list(signupIds),
    }),
  },
  ringNode: {
    parts: 2,
    value: object({ m: signupIds, f: signupIds, v: count, n: count }, {
      p: signupIds,
      k: list(signupIds),
      r: signupIds,
      w: signupIds,
      g: signupIds,
    }),
  },
  place: { parts: 2, value: object({ d: record(list(number)), g: count, m: marks, b: marks }) },
  label: {
    parts: 2,
    repeats: { account: 0 },
    value: object({
      requestId: text,
      account: text,
      outcome: oneOf("fraud", "legit"),
      at: number,
      score: number,
      verdict: VERDICT,
      expiresAt: number,
    }, { values: list(oneOf(...COMPONENT_KINDS)) }),
  },
  labelHistory: { parts: 2, value: list(tuple([oneOf("fraud", "legit", "none"), number])) },
  note: { parts: 2, value: text },
  addressLabel: { parts: 2, value: object({ at: number }) },
  openReport: { parts: 2, value: tuple([count, number]) },
  transaction: { parts: 2, value: text },
  linkage: { parts: 3, value: either(members, record(list(number))) },
  rules: { parts: 1, value: object({ chunks: list(text) }) },
  ruleChunk: {
    parts: 2,
    value: list(
      object({
        id: text,
        action: oneOf("allow", "block"),
        kind: oneOf(...RULE_KINDS),
        value: label,
        created_at: text,
      }, { note: text, expires_at: text, hash: text, import_id: text }),
    ),
  },
  ...AGENT_SHAPES,
  ...HOOK_SHAPES,
  mailboxAnswer: {
    parts: 1,
    repeats: { id: 0 },
    value: object({
      id: text,
      expiresAt: number,
      value: object({
        status: text,
        reply: orNull(text),
        exists: orNull(flag),
        catch_all: orNull(flag),
      }),
    }),
  },
  mailboxJob: {
    parts: 1,
    repeats: { id: 0 },
    value: object({
      id: text,
      group: text,
      sealed: text,
      attempts: count,
      dueAt: number,
      leased: flag,
      expiresAt: number,
    }),
  },
  mailboxDue: { parts: 3, value: oneOf(1) },
  ...QUEUE_SHAPES,
};

/** The value has the shape, and repeats the key where it does. @param parts of the key after the prefix */
export function fits(shape: EntryShape, value: unknown, parts: readonly string[]): boolean {
  if (parts.length !== shape.parts || !shape.value(value)) return false;
  return Object.entries(shape.repeats ?? {}).every(([field, at]) =>
    isRecord(value) && value[field] === parts[at]
  );
}
