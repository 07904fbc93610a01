/** What a probe's result means to a caller, how long it is kept, and its stored form. */
import { DAY_MS, HOUR_MS } from "../../../model/duration.ts";
import { type Known, known, unknown } from "../../../model/evidence.ts";
import type { MailboxAnswer, MailboxReply, MailboxStatus } from "../../../model/outside_facts.ts";
import type { ProbeResult } from "../../../net/smtp/smtp_prober.ts";
import type { Json } from "../../../store/engine.ts";

/** How long an answer is kept, in milliseconds. An address is asked about once a day at most, unless nothing was learnt. */
const KEPT = {
  accepted: 7 * DAY_MS,
  catch_all: 7 * DAY_MS,
  not_found: 3 * DAY_MS,
  disabled: 3 * DAY_MS,
  full: DAY_MS,
  temporary: 6 * HOUR_MS,
  unavailable: 6 * HOUR_MS,
} as const;

export interface KeptAnswer {
  readonly answer: MailboxAnswer;
  readonly keptMs: number;
  /** True: it holds for every address of the domain. */
  readonly ofDomain: boolean;
}

/** The answer of a probe that will not be repeated. */
export function answerOf(result: ProbeResult): KeptAnswer {
  if (result.kind === "later") {
    return kept(
      answer("unavailable", unknown("unavailable", "the mail server puts us off"), null, "temporary"),
      KEPT.temporary,
    );
  }
  if (result.kind === "unavailable") {
    return kept(answer("unavailable", unknown("unavailable", result.detail), null, null), KEPT.unavailable);
  }
  const { meaning, catchAll } = result;
  if (meaning === "accepted" && catchAll.known && catchAll.value) {
    const exists = unknown("not_supported", "the domain accepts mail for any address");
    return {
      answer: answer("catch_all", exists, known(true), "accepted"),
      keptMs: KEPT.catch_all,
      ofDomain: true,
    };
  }
  const exists = known(meaning === "accepted" || meaning === "full");
  return kept(answer("verified", exists, catchAll, meaning), KEPT[meaning]);
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

export function toStored(given: MailboxAnswer): Json {
  return {
    status: given.status,
    reply: given.reply,
    exists: given.exists.known ? given.exists.value : null,
    catch_all: given.catchAll.known ? given.catchAll.value : null,
  };
}

export function fromStored(stored: Json): MailboxAnswer {
  const { status, reply, exists, catch_all } = stored as unknown as {
    readonly status: MailboxStatus;
    readonly reply: MailboxReply | null;
    readonly exists: boolean | null;
    readonly catch_all: boolean | null;
  };
  const why = unknown(status === "catch_all" ? "not_supported" : "unavailable");
  return answer(
    status,
    exists === null ? why : known(exists),
    catch_all === null ? null : known(catch_all),
    reply,
  );
}

/** @param catchAll null: unknown for the same reason as `exists`, or because nobody asked */
function answer(
  status: MailboxStatus,
  exists: Known<boolean>,
  catchAll: Known<boolean> | null,
  reply: MailboxReply | null,
): MailboxAnswer {
  return { status, exists, catchAll: catchAll ?? (exists.known ? unknown("not_asked") : exists), reply };
}

function kept(given: MailboxAnswer, keptMs: number): KeptAnswer {
  return { answer: given, keptMs, ofDomain: false };
}
