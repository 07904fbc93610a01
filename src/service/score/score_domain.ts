/** `GET /v1/score/domain`: the score of a domain, with what the account labelled of the sign-ups at it. */
import type { GroupCounts } from "../../model/groups/labelled_groups.ts";
import type { Inputs } from "../../signals/registry.ts";
import { domainIdentity } from "../../signals/domain/parse.ts";
import { institutionOf } from "../../signals/email/institution.ts";
import { readyGroups } from "../groups/score_groups.ts";
import type { ScoringContext, Services } from "../context.ts";
import { JsonText } from "../json_text.ts";
import type { ComponentBody } from "./score_component.ts";
import { scoreValue } from "./score_value.ts";

type DomainBody = ComponentBody<"domain"> & {
  /** Null: labels teach nothing about it, as everybody has addresses there, or they are not known. */
  readonly labelled_signups: GroupCounts | null;
};

/** @throws AppError as `scoreValue` */
export async function scoreDomain(
  services: Services,
  context: ScoringContext,
  input: Inputs["domain"],
): Promise<JsonText<DomainBody>> {
  await readyGroups(services, context.caller);
  const { text } = await scoreValue(services, context, "domain", input);
  const { signals: { is_free_provider, is_disposable } } = JSON.parse(text) as ComponentBody<"domain">; // its own text
  const isPrivate = is_free_provider === false && is_disposable === false && institutionOf(input) === null;
  const labels = isPrivate && context.caller.key.mode === "live"
    ? services.labelGroups.of(context.caller.account.id)
    : null;
  const counts = labels === null ? null : labels.counts(`domain ${domainIdentity(input)}`);
  const labelled = counts === null ? null : { fraud: counts.fraud, legit: counts.legit };
  return new JsonText(`${text.slice(0, -1)},"labelled_signups":${JSON.stringify(labelled)}}`);
}
