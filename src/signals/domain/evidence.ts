/** What is known about a domain when it is scored. */
import type { History } from "../../model/component.ts";
import type { Known } from "../../model/evidence.ts";
import type { MailDomainFacts, Registration } from "../../model/outside_facts.ts";
import type { Homograph } from "./homograph.ts";
import type { DomainName } from "./parse.ts";

export interface DomainEvidence {
  readonly name: DomainName;
  readonly lists: DomainListFacts;
  readonly homograph: Homograph;
  readonly dns: Pick<MailDomainFacts, "resolves" | "acceptsMail" | "spf" | "dmarc">;
  readonly registration: Known<Registration>;
  readonly website: Known<boolean>;
  /** A free mail provider's, an alias service's, or a suffix below which others have names. False when no list has it. */
  readonly widelyShared: boolean;
  readonly history: History;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export interface DomainListFacts {
  /** Null: on no list of disposable services. */
  readonly disposable: "listed" | "suspected" | null;
  /** One of its mail hosts belongs to a disposable service. */
  readonly disposableMx: Known<boolean>;
  readonly freeProvider: boolean;
  /** Privacy alias and forwarding services. */
  readonly aliasProvider: boolean;
}
