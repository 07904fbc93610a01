/** What a score record keeps of a phone number: facts that identify nobody. */
import { type Facts, knownFacts } from "../../model/facts/fact.ts";
import { phoneBlock } from "./block.ts";
import type { CarrierRanges } from "./carrier.ts";
import type { ReadNumber } from "./parse.ts";
import type { PhoneFields } from "./score.ts";

export interface PhoneFactSources {
  readonly carriers: CarrierRanges;
}

/** @param hashed of the block: keyed, so that nobody can try all numbers */
export function phoneFacts(
  number: ReadNumber | null,
  fields: PhoneFields,
  carriers: CarrierRanges,
  hashed: (text: string) => string,
): Facts {
  if (number === null) return {};
  const block = phoneBlock(number);
  return knownFacts({
    "phone.country": fields.number.country,
    "phone.line_type": fields.number.line_type,
    "phone.carrier": carriers.of(number),
    "phone.block": block === null ? null : `blk_${hashed(block.text)}`,
    "phone.block_shown": block === null ? null : block.shown,
  });
}
