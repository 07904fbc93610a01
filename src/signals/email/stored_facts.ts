/** What a score record keeps of an e-mail address: facts that identify nobody. */
import { type Facts, knownFacts } from "../../model/facts/fact.ts";
import type { DOMAIN_CLASSES } from "../../model/facts/table.ts";
import { domainIdentity } from "../domain/parse.ts";
import { institutionOf } from "./institution.ts";
import type { NameLists } from "./name_lists.ts";
import type { EmailInput } from "./parse.ts";
import type { EmailComponent } from "./score.ts";
import { emailShape } from "./shape.ts";

export interface EmailFactSources {
  readonly names: NameLists;
}

export function emailFacts(input: EmailInput, component: EmailComponent, names: NameLists): Facts {
  const { mailbox, domain } = input;
  if (mailbox === null) return {};
  return knownFacts({
    "email.domain": domain === null ? null : domainIdentity(domain),
    "email.domain_class": classOf(input, component),
    "email.domain_age_days": component.fields.domain_age_days,
    "email.is_subdomain": domain === null ? null : domain.host !== domainIdentity(domain),
    "email.shape": names.isEmpty ? null : emailShape(mailbox.local.text, names),
  });
}

/** An address literal has no domain, and is in no class. */
function classOf(
  { domain }: EmailInput,
  { fields: { signals: { is_free_provider, is_disposable } }, isAlias }: EmailComponent,
): typeof DOMAIN_CLASSES[number] | null {
  if (domain === null) return null;
  if (is_disposable === true) return "disposable";
  if (isAlias) return "relay";
  if (is_free_provider === true) return "free";
  const institution = institutionOf(domain);
  if (institution !== null) return institution;
  return is_free_provider === false && is_disposable === false ? "private" : null;
}
