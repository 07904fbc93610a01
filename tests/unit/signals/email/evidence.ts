/** Evidence about an address as the tests want it: everything unknown until told otherwise. */
import { unknown } from "../../../../src/model/evidence.ts";
import type { EmailEvidence } from "../../../../src/signals/email/evidence.ts";
import { homographOf } from "../../../../src/signals/domain/homograph.ts";
import { parseEmail } from "../../../../src/signals/email/parse.ts";

export const NOW = Date.parse("2026-11-20T12:00:00Z");

const UNKNOWN = unknown("unavailable");

export interface Told {
  readonly lists?: Partial<EmailEvidence["lists"]>;
  readonly mail?: Partial<EmailEvidence["mail"]>;
  readonly mailbox?: Partial<EmailEvidence["mailbox"]>;
  readonly footprint?: Partial<EmailEvidence["footprint"]>;
  readonly history?: Partial<EmailEvidence["history"]>;
  readonly createdAt?: EmailEvidence["createdAt"];
  readonly website?: EmailEvidence["website"];
}

export function emailEvidence(email: string, told: Told = {}): EmailEvidence {
  const input = parseEmail(email);
  return {
    input,
    homograph: input.domain === null ? null : homographOf(input.host),
    now: NOW,
    history: {
      abuseReports: 0,
      recentAbuse: false,
      recentVoice: false,
      abuseRisk: 0,
      firstSeen: "2026-11-01T00:00:00Z",
      timesSeen: 1,
      ...told.history,
    },
    lists: {
      disposable: null,
      disposableMx: UNKNOWN,
      freeProvider: false,
      aliasProvider: false,
      ...told.lists,
    },
    mail: {
      exists: UNKNOWN,
      acceptsMail: UNKNOWN,
      mx: UNKNOWN,
      mxProvider: UNKNOWN,
      spf: UNKNOWN,
      dmarc: UNKNOWN,
      ...told.mail,
    },
    createdAt: told.createdAt ?? UNKNOWN,
    website: told.website ?? UNKNOWN,
    mailbox: { status: "unavailable", exists: UNKNOWN, catchAll: UNKNOWN, reply: null, ...told.mailbox },
    footprint: { hasAvatar: UNKNOWN, avatarUrl: null, breachCount: UNKNOWN, ...told.footprint },
  };
}

/** The registration date of a domain so many days old. */
export function registered(days: number): { known: true; value: string } {
  return { known: true, value: new Date(NOW - days * 86_400_000).toISOString() };
}
