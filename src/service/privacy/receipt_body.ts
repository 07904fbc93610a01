/** An erasure as its receipt tells it. */
import { timestamp } from "../../model/timestamp.ts";
import type { Erasure } from "../../records/privacy/erasures.ts";
import { KEPT_DATA } from "./kept_data.ts";
import type { PrivacyParts } from "./parts.ts";

/** What cannot be told apart, or is no person's, by the table of what is stored. */
const STAYS = Object.values(KEPT_DATA).filter(({ erasure }) => erasure === "stays").map(({ holds }) =>
  `It stays: ${holds}.`
);
/** In the words of the API. */
const LEFT = [
  "Reports and labels of other accounts on the same values stay: they are theirs, and you never see them.",
  "Entries of the audit log stay, without values and user ids; request ids in them lead nowhere.",
  "A condition of yours whose text names the person is yours to change.",
  "Backups made before hold what they held: the erasure is pending until they are gone. After restoring one, erase again.",
] as const;

/** What an erasure does not erase, and why. */
export const NOT_ERASED: readonly string[] = [...STAYS, ...LEFT];

export function receiptBody(privacy: PrivacyParts, erasure: Erasure, now: number) {
  const until = privacy.pendingUntil(erasure);
  return {
    receipt: erasure.id,
    state: erasure.state,
    pending: erasure.state !== "done" || until > now,
    pending_until: timestamp(until),
    requested_at: timestamp(erasure.at),
    done_at: erasure.endedAt === null ? null : timestamp(erasure.endedAt),
    erased: erasure.counts,
    left: NOT_ERASED,
  };
}
