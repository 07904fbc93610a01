/** Words for people. */
import type { ComponentKind } from "../../model/component.ts";
import type { ScoreRecord } from "../../model/records.ts";

export const COMPONENT_NAMES: Readonly<Record<ComponentKind, string>> = {
  ip: "IP address",
  email: "E-mail",
  phone: "Phone",
  domain: "Domain",
  device: "Device",
};

export const VIA_NAMES: Readonly<Record<ScoreRecord["via"], string>> = {
  single: "single value",
  user: "sign-up",
  batch: "batch",
  compat: "compatibility endpoint",
  console: "console",
};

/** Why a fact is unknown, as a sentence fragment. A reason without words is shown as it is. */
const REASONS: Readonly<Record<string, string>> = {
  not_given: "the request did not carry what it needs",
  not_asked: "an earlier answer made the question pointless",
  offline: "outgoing traffic is switched off",
  disabled: "this source is switched off in the settings",
  timeout: "the time budget of the request ran out first",
  unavailable: "the source failed",
  no_source: "there is nobody to ask whose answer can be trusted",
  not_loaded: "the list that decides it was never loaded",
  stale: "the list that decides it is too old",
  no_data: "the source does not cover this value",
  not_supported: "nobody can tell this for such a value",
  pending: "the answer is being fetched; a later call has it",
};

export function reasonWords(reason: string): string {
  const [code, ...detail] = reason.split(": ");
  const words = REASONS[code!] ?? code!;
  return detail.length === 0 ? words : `${words} (${detail.join(": ")})`;
}
