/**
 * `POST /v1/outcomes/import`: a file of labels. What each label was before is stored ahead of the labels, part by part: an import
 * that was interrupted can be undone as far as it came, and the same file sent again labels the rest.
 */
import { originOf } from "../../../model/access/audit.ts";
import { AppError } from "../../../model/error.ts";
import type { Caller, OutcomeLabel } from "../../../model/records.ts";
import { labelVersion } from "../../../model/review.ts";
import { earlierLabel, labellingOf } from "../../../records/labels/label_undos.ts";
import { LABELS_PER_PART } from "../../../records/labels/label_imports.ts";
import type { Labelling } from "../../../records/labels/labels.ts";
import { addWork, requireWork, WORK } from "../../access/work.ts";
import type { Services } from "../../context.ts";
import { runInSlices, TimeSlice } from "../../rules/time_slicing.ts";
import { keeping } from "../bulk_label.ts";
import { applyLabels, requireLabels } from "../outcome.ts";
import { newestScores, type Person } from "../people.ts";
import { type LabelFile, type LabelFileFormat, type LabelRow, readLabelFile } from "./label_file.ts";

/** Scores of a person that are looked at for the newest live one. */
const LOOKED_AT = 32;
/** Scores read at once. */
const PAGE = 256;
const ID_BYTES = 6;
const TIME_DIGITS = 12;
const OF_FILE = { concurrent: LABELS_PER_PART, ofFile: true } as const;
const IMPORT_ID = /^imp_[0-9a-f]{24}$/;

/** @throws AppError test_key_refused, account_paused, rate_limited, invalid_value, too_many_items; then nothing is labelled */
export async function importLabels(
  services: Services,
  caller: Caller,
  bytes: Uint8Array,
  { dryRun, ...format }: LabelFileFormat & { readonly dryRun: boolean },
) {
  requireLabels(caller);
  requireWork(services, caller);
  const { hasher, now } = services;
  const source = {
    size: bytes.length,
    read: (offset: number, length: number) => bytes.subarray(offset, offset + length),
  };
  const file = await runInSlices(readLabelFile(source, format, { hasher, now: now() }));
  addWork(services, caller, WORK.importedLine * (file.rows.length + file.skipped.length));
  const found = await scoresOf(services, caller, file.rows);
  const wanted = new Map<string, Labelling>();
  const notFound: { line: number; value: string }[] = [];
  for (const [at, { line, value, of: _, ...labelling }] of file.rows.entries()) {
    const requestId = found[at] ?? null;
    if (requestId === null) notFound.push({ line, value });
    else wanted.set(requestId, labelling); // of two rows about one score the later one holds
  }
  const changes = await changed(services, caller, wanted);
  const written = dryRun || changes.length === 0 ? null : await record(services, caller, changes);
  return {
    import_id: written?.id ?? null,
    dry_run: dryRun,
    recorded: file.rows.length - notFound.length,
    changed: written?.count ?? changes.length,
    not_found: notFound,
    ...described(file),
  };
}

function described({ skipped, columns, unused, words, dateFormats }: LabelFile) {
  return {
    skipped,
    columns,
    unused,
    words: Object.fromEntries(words),
    date_formats: dateFormats,
  };
}

/** The request id of each row's score; null: there is none. */
async function scoresOf(services: Services, caller: Caller, rows: readonly LabelRow[]) {
  const { store, now } = services;
  const people = new Map<string, Person>();
  const ids = new Set<string>();
  for (const { of } of rows) {
    if ("requestId" in of) ids.add(of.requestId);
    else people.set(keyOf(of), of);
  }
  const known = new Set<string>();
  const wanted = [...ids];
  const slice = new TimeSlice();
  for (let from = 0; from < wanted.length; from += PAGE) {
    const page = wanted.slice(from, from + PAGE);
    for (const id of (await store.scores.getMany(caller.account.id, page, now())).keys()) known.add(id);
    addWork(services, caller, WORK.searchedScore * page.length);
    if (slice.isOver) await slice.next();
  }
  const scores = people.size === 0
    ? []
    : await newestScores(services, caller, [...people.values()], LOOKED_AT);
  const newest = new Map([...people.keys()].map((name, at) => [name, scores[at]?.newest ?? null]));
  return rows.map(({ of }) => {
    if ("requestId" in of) return known.has(of.requestId) ? of.requestId : null;
    return newest.get(keyOf(of)) ?? null;
  });
}

function keyOf(person: Person): string {
  return `${person.kind} ${person.kind === "user_id" ? person.userId : person.hashes[0]}`;
}

interface Change {
  readonly requestId: string;
  readonly labelling: Labelling & Pick<OutcomeLabel, "outcome">;
  /** Null: the score has no label. */
  readonly before: OutcomeLabel | null;
}

/** Those of the labels that the scores do not have already. */
async function changed(
  services: Services,
  caller: Caller,
  wanted: ReadonlyMap<string, Labelling>,
): Promise<readonly Change[]> {
  const { labels } = services.store;
  const changes: Change[] = [];
  const all = [...wanted];
  for (let from = 0; from < all.length; from += PAGE) {
    const page = all.slice(from, from + PAGE);
    const before = await Promise.all(page.map(([id]) => labels.newest(caller.account.id, id)));
    for (const [at, [requestId, { outcome, ...said }]] of page.entries()) {
      const label = before[at] ?? null;
      const isSame = label?.outcome === outcome && (said.type === undefined || said.type === label.type) &&
        (said.happenedAt === undefined || said.happenedAt === label.happenedAt);
      if (!isSame && outcome !== null) {
        const labelling = { ...keeping(label, { ...said, outcome }), outcome };
        changes.push({ requestId, labelling, before: label });
      }
    }
  }
  return changes;
}

/** @returns the id of the import, and how many labels it gave */
async function record(services: Services, caller: Caller, changes: readonly Change[]) {
  const { store, now, randomBytes } = services;
  const account = caller.account.id;
  const at = now();
  const id = `imp_${at.toString(16).padStart(TIME_DIGITS, "0")}${randomBytes(ID_BYTES).toHex()}`;
  const parts = Math.ceil(changes.length / LABELS_PER_PART);
  await store.labelImports.begin(account, id, { at, count: changes.length, parts });
  let count = 0;
  for (let part = 0; part < parts; part++) {
    const page = changes.slice(part * LABELS_PER_PART, (part + 1) * LABELS_PER_PART);
    const labels = page.map(({ requestId, labelling, before }) =>
      [labelling.outcome, earlierLabel(requestId, before)] as const
    );
    await store.labelImports.putPart(account, id, { part, at, labels });
    addWork(services, caller, WORK.label * page.length);
    const { recorded } = await applyLabels(
      services,
      caller,
      page.map(({ requestId, labelling, before }) => ({
        ...{ requestId, ...labelling, labelledAt: at },
        // What somebody said meanwhile stays.
        seen: labelVersion(before),
      })),
      OF_FILE,
    );
    count += recorded;
  }
  const event = { account, action: "labels_imported", count, subjects: [id] } as const;
  await store.audit.record(event, originOf(caller));
  return { id, count };
}

/**
 * Puts back the labels that an import replaced, but those that were changed since. One that was interrupted can be sent again.
 * @throws AppError not_found, test_key_refused, account_paused
 */
export async function undoLabelImport(services: Services, caller: Caller, id: string) {
  requireLabels(caller);
  const { store, now } = services;
  const account = caller.account.id;
  const stored = IMPORT_ID.test(id) ? await store.labelImports.get(account, id, now()) : null;
  if (stored === null) {
    throw new AppError("not_found", "your account has no import of labels with this id, or it was undone");
  }
  let [restored, left] = [0, 0];
  for (let part = 0; part < stored.parts; part++) {
    const labels = await store.labelImports.part(account, id, part);
    const present = await Promise.all(
      labels.map(([, [requestId]]) => store.labels.newest(account, requestId)),
    );
    const entries = labels.flatMap(([outcome, before], at) => {
      const label = present[at];
      const isOurs = label?.at === stored.at && label.outcome === outcome;
      return isOurs ? [{ requestId: before[0], ...labellingOf(before) }] : [];
    });
    addWork(services, caller, WORK.label * entries.length);
    const { recorded } = await applyLabels(services, caller, entries, OF_FILE);
    restored += recorded;
    left += labels.length - recorded;
  }
  await store.labelImports.remove(account, id, stored);
  const event = { account, action: "label_import_undone", count: restored, subjects: [id] } as const;
  await store.audit.record(event, originOf(caller));
  return { import_id: id, restored, left };
}
/** An import that can be undone. */
export interface ListedImport {
  readonly id: string;
  readonly at: number;
  readonly count: number;
}

/** The newest ones first. */
export async function listLabelImports(
  { store, now }: Services,
  caller: Caller,
  limit: number,
): Promise<readonly ListedImport[]> {
  const found = await store.labelImports.newest(caller.account.id, limit, now());
  return found.map(({ id, value: { at, count } }) => ({ id, at, count }));
}
