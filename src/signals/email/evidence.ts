/** What the collector passes to the scorer about one e-mail address. */
import type { History } from "../../model/component.ts";
import type { EmailTokenAnswer } from "../../model/facts/email_token.ts";
import type { Known } from "../../model/evidence.ts";
import type { Footprint, MailboxAnswer, MailDomainFacts } from "../../model/outside_facts.ts";
import type { DomainListFacts } from "../domain/evidence.ts";
import type { Homograph } from "../domain/homograph.ts";
import type { EmailInput } from "./parse.ts";

export interface EmailEvidence {
  readonly input: EmailInput;
  readonly history: History;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly lists: DomainListFacts;
  /** Whether the domain imitates another; null when the address has no domain name. */
  readonly homograph: Homograph | null;
  readonly mail: EmailMailFacts;
  /** RFC 3339 registration date of the registrable domain. */
  readonly createdAt: Known<string>;
  readonly website: Known<boolean>;
  readonly mailbox: MailboxAnswer;
  readonly footprint: Footprint;
  /** Of the token that came with the address; null: none came. */
  readonly token: EmailTokenAnswer | null;
}

export interface EmailMailFacts extends Pick<MailDomainFacts, "exists" | "acceptsMail" | "spf" | "dmarc"> {
  /** Mail hosts, most preferred first. */
  readonly mx: Known<readonly string[]>;
  /** The provider that runs the most preferred host; null when it is not one we know. */
  readonly mxProvider: Known<string | null>;
}
