/**
 * Whether bytes are a chunk of score records, as `db/commit/segment.ts` and `records/scores/score_codec.ts` write and read them, or an
 * account's entry.
 */
import { CONDITION_ACTIONS } from "../../model/conditions/stored.ts";
import { isRequestId, textOfChunk } from "../../db/commit/segment.ts";
import { chunkIn, isSegmentEntry, type SegmentEntry } from "../../db/index/entry.ts";
import { RULE_ACTIONS } from "../../model/rules/rule.ts";
import { SCORES_OF, SEGMENT } from "../../db/own_rows.ts";
import {
  count,
  either,
  flag,
  isRecord,
  label,
  list,
  map,
  number,
  object,
  oneOf,
  orNull,
  type Shape,
  shape,
  text,
  tuple,
  verdict,
} from "../define.ts";

const context = object({
  account: text,
  key: text,
  mode: oneOf("live", "test"),
  subject: text,
  via: text,
  strictness: oneOf(0, 1, 2, 3),
  data: text,
}, { thresholds: object({ review: count, block: count }) });
const rule = orNull(
  object({ id: text, action: oneOf(...RULE_ACTIONS), kind: text, value: text }, {
    hashed: oneOf(true),
    note: text,
    author: text,
  }),
);
const decision = object({
  score: number,
  verdict,
  summary: orNull(text),
  topSignals: list(text),
  rule,
  agentDecision: orNull(text),
});
const explanation = {
  findings: list(tuple([text, text, number, text])),
  trust: list(tuple([text, number, text])),
  unknown: map(text),
};
const evaluation = object({ kind: text, score: number, verdict, rule, ...explanation });
const actor = tuple([text, flag, text, orNull(text), orNull(text), text]);
const nothing = shape<readonly []>((value) => Array.isArray(value) && value.length === 0);
/** See `signupText` in `records/scores/score_codec.ts`. */
const signup = tuple(
  [
    list(orNull(number)),
    orNull(tuple([text, count, count, list(text)])),
    either(actor, nothing),
    orNull(isRecord),
    orNull(text),
    orNull(tuple([number, explanation.findings, flag])),
  ],
  either(
    orNull(list(object({ field: text, detail: text }))),
    tuple([orNull(text), list(text)], object({ score: number, findings: explanation.findings })),
  ),
);
const identity = tuple([text, label, text], text);
const custom = map(either(text, either(number, flag)));
const condition = tuple([text, oneOf(...CONDITION_ACTIONS)]);
/** See `conditionsText` there. */
const conditions = tuple([
  orNull(tuple([text, oneOf("allow", "review", "block"), text, number, verdict], oneOf(0, 1))),
  list(text),
  list(text),
  list(condition),
  list(tuple([text, text])),
]);
/** What follows the parts of the components: facts, who acted, or what conditions said. */
const additional = either(either(text, actor), conditions);

/** As records were stored until 2026-11-20: less was shared. */
const earlierRest = object({
  score: number,
  verdict,
  components: list(
    object({ kind: text, hash: text, mask: label, also: list(text), score: number, verdict }),
  ),
});
const earlierShared = object(explanation);

const isScoreChunk = shape<Uint8Array>((value) => {
  if (!(value instanceof Uint8Array)) return false;
  try {
    const lines = textOfChunk(value).split("\n");
    const parts = Number(lines[0]);
    if (!/^\d{1,6}$/.test(lines[0]!) || lines.length <= 1 + parts) return false;
    const shared = new SharedParts(lines.slice(1, 1 + parts));
    return lines.slice(1 + parts).every((line) => isRecordLine(line, shared));
  } catch {
    return false; // cannot be inflated, or a line is not JSON
  }
});
export const SCORE_SEGMENTS = SEGMENT.holding(isScoreChunk);

const isIndexes = list(count);

/** An account's entry of a segment, with the record in it where it has that. */
export const SCORE_ENTRIES = SCORES_OF.holding(shape<SegmentEntry>((value) => {
  if (!(value instanceof Uint8Array)) return isIndexes(value);
  const chunk = chunkIn(value);
  return isSegmentEntry(value) && (chunk === null || isScoreChunk(chunk));
}));

/** What records of a chunk have in common. Each part is checked once, however many records refer to it. */
class SharedParts {
  readonly #parts: readonly unknown[];
  readonly #found = new Map<Shape, (boolean | undefined)[]>();
  /** By the numbers of their parts: whether records with one component and nothing else have the right ones. */
  readonly #ofPlain = new Map<string, boolean>();

  /** @throws SyntaxError when a line is not JSON */
  constructor(lines: readonly string[]) {
    this.#parts = lines.map((line) => JSON.parse(line));
  }

  /** Whether the part is of this shape. */
  is(of: Shape, part: number): boolean {
    let found = this.#found.get(of);
    if (found === undefined) this.#found.set(of, found = []);
    return found[part] ??= of(this.#parts[part]);
  }

  arePlain(numbers: string): boolean {
    let found = this.#ofPlain.get(numbers);
    if (found === undefined) {
      this.#ofPlain.set(numbers, found = this.#arePlain(numbers.split(",").map(Number)));
    }
    return found;
  }

  #arePlain([caller, decided, evaluated, ...more]: readonly number[]): boolean {
    return evaluated !== undefined && this.is(context, caller!) && this.is(decision, decided!) &&
      this.is(evaluation, evaluated) && more.every((part) => this.is(additional, part));
  }
}

/** `<index> <part>,<part>,… {…}` */
const RECORD_LINE = /^[0-9a-z]{1,3} [0-9,]+ \{/;
/**
 * Most records, as `ScorePacker` writes them: one component, no sign-up, and nothing that JSON escapes. What it accepts the
 * shapes accept, too, and take ten times as long for; what it does not is left to them.
 */
const PLAIN_LINE = new RegExp(
  String
    .raw`^[0-9a-z]{1,3} ([0-9,]+) \{"id":"req_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}",` +
    String.raw`"at":[1-9]\d{0,14},"components":\[\["[\w-]*","[^"\\\p{Cc}]*","[\w -]*"(?:,"[\w-]*")?\]\]` +
    String.raw`(?:,"facts":"[^"\\\p{Cc}]*")?\}$`,
  "u",
);

function isRecordLine(line: string, shared: SharedParts): boolean {
  const plain = PLAIN_LINE.exec(line);
  if (plain !== null && shared.arePlain(plain[1]!)) return true;
  if (!RECORD_LINE.test(line)) return false;
  const start = line.indexOf(" ") + 1;
  const end = line.indexOf(" ", start);
  const [caller, ...parts] = line.slice(start, end).split(",").map(Number);
  const found: unknown = JSON.parse(line.slice(end + 1));
  if (
    !shared.is(context, caller!) || !isRecord(found) || !number(found.at) ||
    !orNull(text)(found.transaction ?? null) ||
    !orNull(signup)(found.signup ?? null) || !text(found.facts ?? "") || !custom(found.custom ?? {})
  ) {
    return false;
  }
  if (typeof found.id !== "string" || !isRequestId(found.id) || !Array.isArray(found.components)) {
    return false;
  }
  const count = found.components.length;
  if ("score" in found) {
    return earlierRest(found) && parts.length === count &&
      parts.every((part) => shared.is(earlierShared, part));
  }
  const [decided, ...others] = parts;
  const more = others.slice(count);
  const lacksActor = Array.isArray(found.signup) && nothing(found.signup[2]) &&
    !more.some((part) => shared.is(actor, part));
  return decided !== undefined && shared.is(decision, decided) && others.length >= count &&
    others.slice(0, count).every((part) => shared.is(evaluation, part)) &&
    more.every((part) => shared.is(additional, part)) && !lacksActor && found.components.every(identity);
}
