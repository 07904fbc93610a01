/** What the collector hands to the scorer about one email address. */
import type { History } from "../../model/component.ts";
import type { Known } from "../../model/evidence.ts";
import type { DomainListFacts } from "../domain/evidence.ts";
import type { Homograph } from "../domain/homograph.ts";
import type { EmailInput } from "./parse.ts";

export interface EmailEvidence {
  readonly input: EmailInput;
  readonly history: History;
  /** Milliseconds since the epoch: what ages are counted to. */
  readonly now: number;
  readonly lists: DomainListFacts;
  /** Of the domain; null where there is none. */
  readonly homograph: Homograph | null;
  readonly mail: EmailMailFacts;
  /** RFC 3339 registration date of the registrable domain. */
  readonly createdAt: Known<string>;
  readonly website: Known<boolean>;
  readonly mailbox: EmailMailboxFacts;
  readonly footprint: EmailFootprintFacts;
}

export interface EmailMailFacts {
  readonly exists: Known<boolean>;
  readonly acceptsMail: Known<boolean>;
  /** Mail hosts, most preferred first. */
  readonly mx: Known<readonly string[]>;
  /** Who runs the most preferred host; null: nobody we have a name for. */
  readonly mxProvider: Known<string | null>;
  readonly spf: Known<boolean>;
  readonly dmarc: Known<boolean>;
}

export interface EmailMailboxFacts {
  readonly status: "verified" | "catch_all" | "pending" | "unsupported" | "unavailable" | "unknown";
  readonly exists: Known<boolean>;
  readonly catchAll: Known<boolean>;
  /** What the server said about the address itself. */
  readonly reply: "accepted" | "not_found" | "disabled" | "full" | "temporary" | null;
}

export interface EmailFootprintFacts {
  readonly hasAvatar: Known<boolean>;
  readonly avatarUrl: string | null;
  readonly breachCount: Known<number>;
}
