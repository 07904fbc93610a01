/** A probe's result as the answer to a caller, how long the answer is stored, and its stored form. */
import { DAY_MS, HOUR_MS } from "../../../model/duration.ts";
import { type Known, known, unknown } from "../../../model/evidence.ts";
import type { MailboxAnswer, MailboxReply, MailboxStatus } from "../../../model/outside_facts.ts";
import type { ProbeResult } from "../../../net/smtp/smtp_prober.ts";
import type { StoredAnswer } from "../../../records/mailboxes.ts";

/** How long an answer is stored. An address is probed about once a day at most, except after a failure. */
const TTL_MS = {
  accepted: 7 * DAY_MS,
  catch_all: 7 * DAY_MS,
  not_found: 3 * DAY_MS,
  disabled: 3 * DAY_MS,
  full: DAY_MS,
  temporary: 6 * HOUR_MS,
  unavailable: 6 * HOUR_MS,
} as const;

interface StorableAnswer {
  readonly answer: MailboxAnswer;
  readonly ttlMs: number;
  /** True: it holds for every address of the domain. */
  readonly wholeDomain: boolean;
}

/** The answer of a probe that will not be retried. */
export function storableAnswer(result: ProbeResult): StorableAnswer {
  if (result.kind === "later") {
    const why = unknown("unavailable", "the mail server deferred the check");
    return storable(answer("unavailable", why, null, "temporary"), TTL_MS.temporary);
  }
  if (result.kind === "unavailable") {
    const why = unknown("unavailable", result.detail);
    return storable(answer("unavailable", why, null, null), TTL_MS.unavailable);
  }
  const { meaning, catchAll } = result;
  if (meaning === "accepted" && catchAll.known && catchAll.value) {
    const exists = unknown("not_supported", "the domain accepts mail for any address");
    return storable(answer("catch_all", exists, known(true), "accepted"), TTL_MS.catch_all, true);
  }
  const exists = known(meaning === "accepted" || meaning === "full");
  return storable(answer("verified", exists, catchAll, meaning), TTL_MS[meaning]);
}

export function pending(): MailboxAnswer {
  return answer("pending", unknown("pending"), null, null);
}

export function unsupported(why: "disabled" | "not_supported"): MailboxAnswer {
  return answer("unsupported", unknown(why), null, null);
}

export function unavailable(why: "offline" | "unavailable", detail?: string): MailboxAnswer {
  return answer("unavailable", unknown(why, detail), null, null);
}

/** An answer in the store. The reason of an unknown is not stored. */
type StoredForm = {
  readonly status: MailboxStatus;
  readonly reply: MailboxReply | null;
  readonly exists: boolean | null;
  readonly catch_all: boolean | null;
};

export function toStored({ status, reply, exists, catchAll }: MailboxAnswer): StoredAnswer["value"] {
  const stored: StoredForm = {
    status,
    reply,
    exists: exists.known ? exists.value : null,
    catch_all: catchAll.known ? catchAll.value : null,
  };
  return stored;
}

/** @param stored as `toStored` returned it */
export function fromStored(stored: StoredAnswer["value"]): MailboxAnswer {
  const { status, reply, exists, catch_all } = stored as StoredForm;
  const why = unknown(status === "catch_all" ? "not_supported" : "unavailable");
  return answer(
    status,
    exists === null ? why : known(exists),
    catch_all === null ? null : known(catch_all),
    reply,
  );
}

/** @param catchAll null: unknown for the same reason as `exists`, or because it was not checked */
function answer(
  status: MailboxStatus,
  exists: Known<boolean>,
  catchAll: Known<boolean> | null,
  reply: MailboxReply | null,
): MailboxAnswer {
  return { status, exists, catchAll: catchAll ?? (exists.known ? unknown("not_asked") : exists), reply };
}

function storable(answer: MailboxAnswer, ttlMs: number, wholeDomain = false): StorableAnswer {
  return { answer, ttlMs, wholeDomain };
}
