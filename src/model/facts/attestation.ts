/** What a site's backend found about the app and its device with the vendor's own library; kept as facts, so that no vendor's keys are needed here. */
import { type Facts, knownFacts } from "./fact.ts";
import type { ATTESTATIONS } from "./table.ts";

export interface Attestation {
  readonly kind: typeof ATTESTATIONS[number];
  /** In small letters. */
  readonly device: string | null;
  readonly app: string | null;
}

export function attestationFacts(attestation: Attestation | undefined): Facts {
  if (attestation === undefined) return {};
  const { kind, device, app } = attestation;
  return knownFacts({ "attestation.kind": kind, "attestation.device": device, "attestation.app": app });
}
