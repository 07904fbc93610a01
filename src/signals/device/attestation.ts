/** What a sign-up gives of an attestation that the site's backend has checked. */
import { z } from "zod";
import type { Attestation } from "../../model/facts/attestation.ts";
import { ATTESTATIONS } from "../../model/facts/table.ts";

const WORD = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;
const RULE = "must be one word of at most 64 letters, digits and _, as the vendor names the verdict";

const word = z.string().regex(WORD, RULE).nullish();

export const attestationSchema = z.object({
  kind: z.enum(ATTESTATIONS).describe("Whose proof it is"),
  device: word.describe("The verdict about the device, as `meets_device_integrity`"),
  app: word.describe("The verdict about the app, as `recognized`"),
});

export type AttestationFields = z.infer<typeof attestationSchema>;

export function readAttestation({ kind, device, app }: AttestationFields): Attestation {
  return { kind, device: device?.toLowerCase() ?? null, app: app?.toLowerCase() ?? null };
}
