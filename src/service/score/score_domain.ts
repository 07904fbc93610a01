/** `GET /v1/score/domain`: the score of a domain, with what the account labelled of the sign-ups at it. */
import type { GroupCounts } from "../../model/groups/labelled_groups.ts";
import type { Caller } from "../../model/records.ts";
import type { Inputs } from "../../signals/registry.ts";
import { domainIdentity } from "../../signals/domain/parse.ts";
import type { DomainFields } from "../../signals/domain/score.ts";
import { institutionOf } from "../../signals/email/institution.ts";
import { readyGroups } from "../groups/score_groups.ts";
import type { ScoringContext, Services } from "../context.ts";
import { JsonText } from "../json_text.ts";
import type { ComponentBody } from "./score_component.ts";
import { scoreValue } from "./score_value.ts";

/** What a domain that is asked about has beside its component. */
export interface DomainExtras {
  /** Absent: none is labelled, labels teach nothing about it, as everybody has addresses there, or they are not known. */
  readonly labelled_signups?: GroupCounts;
}

/** @throws AppError as `scoreValue` */
export async function scoreDomain(
  services: Services,
  context: ScoringContext,
  input: Inputs["domain"],
): Promise<JsonText<ComponentBody<"domain"> & DomainExtras>> {
  await readyGroups(services, context.caller);
  const { text } = await scoreValue(services, context, "domain", input);
  const { signals } = JSON.parse(text) as ComponentBody<"domain">; // its own text
  const { labelled_signups } = domainExtras(services, context.caller, input, signals);
  if (labelled_signups === undefined) return new JsonText(text);
  return new JsonText(`${text.slice(0, -1)},"labelled_signups":${JSON.stringify(labelled_signups)}}`);
}

/** After `readyGroups`. */
export function domainExtras(
  { labelGroups }: Services,
  { account, key }: Caller,
  name: Inputs["domain"],
  { is_free_provider, is_disposable }: DomainFields["signals"],
): DomainExtras {
  const isPrivate = is_free_provider === false && is_disposable === false && institutionOf(name) === null;
  const labels = isPrivate && key.mode === "live" ? labelGroups.of(account.id) : null;
  if (labels === null) return {};
  const { fraud, legit } = labels.counts(`domain ${domainIdentity(name)}`);
  return fraud + legit === 0 ? {} : { labelled_signups: { fraud, legit } };
}
