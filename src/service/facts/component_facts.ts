/** What score records keep of a component that identifies nobody. */
import type { ComponentKind } from "../../model/component.ts";
import type { Facts } from "../../model/facts/fact.ts";
import { type Components, type Inputs, SIGNALS } from "../../signals/registry.ts";
import type { Services } from "../context.ts";

/** Of the hash of a phone block: 60 bits. */
const BLOCK_CHARS = 10;

export function componentFacts<K extends ComponentKind>(
  { hasher, sources }: Pick<Services, "hasher" | "sources">,
  kind: K,
  input: Inputs[K],
  component: Components[K],
): Facts {
  return SIGNALS[kind].facts(
    input,
    component,
    sources,
    (block) => hasher.hash("phone-block", block).slice(0, BLOCK_CHARS),
  );
}
