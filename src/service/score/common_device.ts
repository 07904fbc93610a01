/** What the account's own sign-ups show of a device id: that many devices have it, whatever its characteristics say. */
import { peopleOnCommon, whyCommon } from "../../model/linkage/common_device.ts";
import type { Facts } from "../../model/facts/fact.ts";
import type { StoredSignup } from "../../model/records.ts";
import { levelOf, verdictOf } from "../../model/verdict.ts";
import { asCommonDevice } from "../../signals/device/score.ts";
import type { CommonDevice } from "../../records/linkage/rings.ts";
import type { ScoringContext } from "../context.ts";
import { type Decision, type Evaluation, isOfKind, Memo, MemoByVerdict } from "./decision.ts";

/** The decisions with what was learned of the device. @param device null: there is none */
export function withCommonDevice(
  context: ScoringContext,
  decisions: readonly Decision[],
  device: CommonDevice | null,
): readonly Decision[] {
  if (device === null) return decisions;
  return decisions.map((decision) =>
    isOfKind(decision, "device") ? learned(context, decision, device) : decision
  );
}

function learned(
  context: ScoringContext,
  decision: Decision<"device">,
  { isCommon, people }: CommonDevice,
): Decision<"device"> {
  const { evaluation, prepared: { history }, rule } = decision;
  const { component, facts } = evaluation;
  const weighed = isCommon ? asCommonDevice(component, history, peopleOnCommon(people)) : component;
  if (weighed === component && facts["device.is_common"] === isCommon) return decision;
  const now: Evaluation<"device"> = {
    ...evaluation,
    component: weighed,
    facts: { ...facts, "device.is_common": isCommon },
    componentText: new MemoByVerdict(),
    singleText: new MemoByVerdict(),
    fieldsJson: new Memo(),
  };
  if (weighed === component || rule !== null) return { ...decision, evaluation: now };
  const { score } = weighed.breakdown;
  return { ...decision, evaluation: now, score, verdict: verdictOf(score, levelOf(context)) };
}

/** Of facts that were learned, by their names. */
export function factsWhy(
  facts: Facts,
  signup: Pick<StoredSignup, "devicePeople"> | undefined,
): { readonly facts_why?: Readonly<Record<string, string>> } {
  const isCommon = facts["device.is_common"];
  if (signup === undefined || typeof isCommon !== "boolean") return {};
  return { facts_why: { "device.is_common": whyCommon(isCommon, signup.devicePeople ?? null) } };
}
