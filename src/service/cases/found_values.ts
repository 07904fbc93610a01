/** The values among those of found scores that were searched for. */
import type { ComponentKind } from "../../model/component.ts";
import type { Services } from "../context.ts";
import type { LabelledScore } from "./found_score.ts";
import type { Search } from "./search_request.ts";
import { hasHash, type HashedValue, type SearchedValue } from "./searched_value.ts";
import { refOf } from "./value_ref.ts";

interface FoundValue {
  readonly kind: ComponentKind;
  readonly mask: string;
  readonly ref: string;
}

/** More are rather parts of what was searched for, as the subdomains of a domain. */
const MAX_VALUES = 8;

/** Each once, the newest first. */
export function foundValues(
  { hasher }: Services,
  { values }: Search,
  found: readonly LabelledScore[],
): FoundValue[] {
  const searched = (values ?? []).filter(isHashed);
  const listed = new Map<string, FoundValue>();
  for (const { record } of searched.length === 0 ? [] : found) {
    for (const component of record.components) {
      if (!searched.some((value) => hasHash(component, value))) continue;
      const { kind, hash, mask } = component;
      const ref = refOf(hasher, record.account, { kind, hash });
      if (ref !== null && listed.size < MAX_VALUES) listed.set(ref, { kind, mask, ref });
    }
  }
  return [...listed.values()];
}

function isHashed(value: SearchedValue): value is HashedValue {
  return value.kind !== "user_id" && value.kind !== "request_id";
}
