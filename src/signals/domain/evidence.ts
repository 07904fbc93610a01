/** What is known about a domain when it is scored. */
import type { History } from "../../model/component.ts";
import type { Known } from "../../model/evidence.ts";
import type { Homograph } from "./homograph.ts";
import type { DomainName } from "./parse.ts";

export interface DomainEvidence {
  readonly name: DomainName;
  readonly lists: DomainListFacts;
  readonly homograph: Homograph;
  readonly dns: DomainDnsFacts;
  readonly registration: Known<DomainRegistration>;
  readonly website: Known<boolean>;
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

export interface DomainDnsFacts {
  /** A or AAAA. */
  readonly resolves: Known<boolean>;
  readonly acceptsMail: Known<boolean>;
  readonly spf: Known<boolean>;
  readonly dmarc: Known<boolean>;
}

export interface DomainRegistration {
  /** RFC 3339; null when the registry does not say. */
  readonly createdAt: string | null;
  readonly registrar: string | null;
}
