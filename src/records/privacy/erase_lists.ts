/** Erases a person from what is kept by request id, and from lists and messages that name a request or a value among others. */
import type { Writer } from "../../db/commit/writer.ts";
import type { Engine, Entry, Key } from "../../db/engine.ts";
import type { Keyspace } from "../../db/keyspace.ts";
import { CHANGE } from "../../db/own_rows.ts";
import type { AuditEntry } from "../../model/access/audit.ts";
import { signupId } from "../../model/linkage/ring.ts";
import { Turn } from "../../concurrency/turn.ts";
import { AGENT_DECISION } from "../agents/decisions.ts";
import { APPEAL, APPEAL_OF, APPEAL_OPEN } from "../appeals.ts";
import { AUDIT } from "../audit.ts";
import { WEBHOOK_DELIVERY } from "../endpoints/deliveries.ts";
import { QUEUE_COUNT, QUEUE_JOB } from "../endpoints/lane_rows.ts";
import { KEPT_CHUNK, KEPT_REQUEST, type KeptRequest } from "../kept_requests.ts";
import { LABEL_IMPORT_PART } from "../labels/label_imports.ts";
import { LABEL_UNDO } from "../labels/label_undos.ts";
import { LABEL, LABEL_HISTORY } from "../labels/labels.ts";
import { NOTE, NOTES } from "../notes.ts";
import { REVIEW_CASE } from "../reviews/cases.ts";
import { LABELLED_BY } from "../reviews/labelled_by.ts";
import { TRANSACTION } from "../transactions.ts";

export interface ListErasureParts {
  readonly engine: Engine;
  readonly writer: Writer;
  readonly now: () => number;
}

/** Whether something is about the person. */
export interface Mentions {
  requestId(id: string): boolean;
  /** Of a message: JSON, or another text. */
  text(text: string): boolean;
  /** The entry without what names the person; the same one when nothing does. */
  without<T extends AuditEntry>(entry: T): T;
  /** The value with what names the person replaced in its texts. */
  clear<T>(value: T): T;
}

/** What encrypted messages hold; null: it cannot be read any more. */
export interface OpenedMessages {
  job(lane: string, sealed: string): string | null;
  delivery(sealed: string): string | null;
  answer(account: string, kept: KeptRequest): Promise<string | null>;
}

/** What is kept of a score under its id, as `signupId` writes it. */
const BY_SCORE = [LABEL, LABEL_HISTORY, LABELLED_BY, NOTE, NOTES, REVIEW_CASE] as const;
const KEYS_PER_DELETE = 100;
const ENTRIES_PER_PAGE = 200;

/** What is kept of scores beside them. */
export async function eraseByRequest(
  parts: ListErasureParts,
  account: string,
  scores: readonly { readonly id: string; readonly transaction?: string }[],
): Promise<void> {
  const transactions = await ownTransactions(parts.engine, account, scores);
  const keys = scores.flatMap(({ id }): Key[] => {
    const name = signupId(id);
    return [...BY_SCORE.map((row) => row.key(account, name)), AGENT_DECISION.key(account, id)];
  });
  await deleteAll(parts, [...keys, ...transactions, ...await appealsOf(parts.engine, account, scores)]);
}

async function appealsOf(
  engine: Engine,
  account: string,
  scores: readonly { readonly id: string }[],
): Promise<Key[]> {
  const keys = scores.map(({ id }) => APPEAL_OF.key(account, signupId(id)));
  const found = (await engine.get(keys)).flatMap((entry) => entry === null ? [] : [entry]);
  return found.flatMap(({ key, value }) => {
    const id = APPEAL_OF.read(value);
    return [key, APPEAL.key(account, id), APPEAL_OPEN.key(account, id)];
  });
}

/** The customer's own ids that lead to one of the scores: a later one may be another person's. */
async function ownTransactions(
  engine: Engine,
  account: string,
  scores: readonly { readonly id: string; readonly transaction?: string }[],
): Promise<Key[]> {
  const keys = scores.flatMap(({ id, transaction }) =>
    transaction === undefined ? [] : [{ id, key: TRANSACTION.key(account, transaction) }]
  );
  const entries = await engine.get(keys.map(({ key }) => key));
  return keys.filter(({ id }, at) => TRANSACTION.read(entries[at]?.value) === id).map(({ key }) => key);
}

/** Lists in which scores of the person are among others. */
export async function eraseFromLists(
  parts: ListErasureParts,
  account: string,
  mentions: Mentions,
): Promise<void> {
  await changeAll(parts, LABEL_UNDO, account, (undo) => {
    const before = undo.before.filter(([id]) => !mentions.requestId(id));
    return before.length === undo.before.length ? undo : { ...undo, before };
  }, ({ at }) => at + LABEL_UNDO.lifetimeMs);
  await changeAll(parts, LABEL_IMPORT_PART, account, (labels) => {
    const left = labels.filter(([, [id]]) => !mentions.requestId(id));
    return left.length === labels.length ? labels : left;
  }, () => parts.now() + LABEL_IMPORT_PART.lifetimeMs);
  await changeAll(
    parts,
    AUDIT,
    account,
    (entry) => mentions.without(entry),
    ({ at }) => at + AUDIT.lifetimeMs,
  );
}

/**
 * What was announced to other processes, which have read it: keys of what is gone.
 * @param parts of the keys
 */
export async function eraseAnnounced(
  { engine, now }: ListErasureParts,
  parts: ReadonlySet<string>,
): Promise<void> {
  for await (const { key, value } of entriesOf(engine, CHANGE.prefix)) {
    const changes = CHANGE.read(value);
    const left = changes.filter((change) => !change.some((part) => parts.has(part)));
    if (left.length === changes.length) continue;
    await engine.commit({ set: [CHANGE.set(key, left, now() + CHANGE.lifetimeMs)] });
  }
}

/** Messages that wait, or ended, as what they hold. */
export async function messagesAbout(
  { engine }: ListErasureParts,
  account: string,
  opened: OpenedMessages,
  mentions: Mentions,
): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  const take = (text: string | null) => {
    if (text !== null && mentions.text(text)) found.push(JSON.parse(text));
  };
  for await (const { key, value } of entriesOf(engine, QUEUE_JOB.below(account))) {
    take(opened.job(key[2]!, QUEUE_JOB.read(value).sealed));
  }
  for await (const { value } of entriesOf(engine, WEBHOOK_DELIVERY.below(account))) {
    take(opened.delivery(WEBHOOK_DELIVERY.read(value).sealed));
  }
  return found;
}

/** Messages that wait, or ended, and answers that are kept to be given again. Returns how many went. */
export async function eraseMessages(
  parts: ListErasureParts,
  account: string,
  opened: OpenedMessages,
  mentions: Mentions,
): Promise<Readonly<Record<"messages" | "answers", number>>> {
  const has = (text: string | null) => text !== null && mentions.text(text);
  let [messages, answers] = [0, 0];
  for await (const { key, value } of entriesOf(parts.engine, QUEUE_JOB.below(account))) {
    if (!has(opened.job(key[2]!, QUEUE_JOB.read(value).sealed))) continue;
    const out = QUEUE_COUNT.key(account, key[2]!, "out");
    await parts.writer.write({ delete: [key], add: [{ key: out, by: 1 }] });
    messages++;
  }
  for await (const { key, value } of entriesOf(parts.engine, WEBHOOK_DELIVERY.below(account))) {
    if (!has(opened.delivery(WEBHOOK_DELIVERY.read(value).sealed))) continue;
    await deleteAll(parts, [key]);
    messages++;
  }
  for await (const { key, value } of entriesOf(parts.engine, KEPT_REQUEST.below(account))) {
    const kept = KEPT_REQUEST.read(value);
    if (kept.state !== "answered" || !has(await opened.answer(account, kept))) continue;
    const chunks = await Array.fromAsync(
      parts.engine.scan(KEPT_CHUNK.below(account, kept.token)),
      ({ key }) => key,
    );
    // The request is not executed again; what it answered is not known any more.
    await parts.writer.write({
      cells: [KEPT_REQUEST.update(key, {
        exact: true,
        expiresAt: kept.until,
        change: (current) =>
          current === null ? null : { ...current, state: "executed", answer: null, chunks: 0 },
      })],
    });
    parts.writer.forget(key);
    await deleteAll(parts, chunks);
    answers++;
  }
  return { messages, answers };
}

async function changeAll<T>(
  { engine, writer }: ListErasureParts,
  row: Keyspace<T, readonly string[]>,
  owner: string,
  change: (value: T) => T,
  endOf: (value: T) => number,
): Promise<void> {
  for await (const { key, value } of entriesOf(engine, row.below(owner))) {
    const stored = row.read(value);
    if (change(stored) === stored) continue;
    await writer.write({
      cells: [row.update(key, {
        exact: true,
        expiresAt: endOf(stored),
        change: (current) => current === null ? null : change(current),
      })],
    });
  }
}

/** With pauses: an account may have many. */
export async function* entriesOf(engine: Engine, prefix: Key): AsyncIterable<Entry> {
  const slice = new Turn();
  for (let after: Key | null = null;;) {
    const start: { start?: Key } = after === null ? {} : { start: [...after, ""] };
    const page = await Array.fromAsync(engine.scan(prefix, { ...start, limit: ENTRIES_PER_PAGE }));
    for (const entry of page) {
      yield entry;
      if (slice.isOver) await slice.next();
    }
    if (page.length < ENTRIES_PER_PAGE) return;
    after = page.at(-1)!.key;
  }
}

async function deleteAll({ writer }: ListErasureParts, keys: readonly Key[]): Promise<void> {
  for (let from = 0; from < keys.length; from += KEYS_PER_DELETE) {
    const page = keys.slice(from, from + KEYS_PER_DELETE);
    await writer.write({ delete: page });
    for (const key of page) writer.forget(key);
  }
}
