/** What an account's own sign-ups show of an address: that many people share it, whatever the tables say. */
import { type Awaitable, chain } from "../../concurrency/awaitable.ts";
import { lineOf } from "../../model/address/address.ts";
import { linksOwner } from "../../model/records.ts";
import { asObservedShared } from "../../signals/ip/score.ts";
import type { ScoringContext, Services } from "../context.ts";
import { componentFacts } from "../facts/component_facts.ts";
import { type Evaluation, Memo, MemoByVerdict, type Prepared } from "./decision.ts";

/** The evaluation itself for an address that was not seen before, that is known to be shared, or that few have. */
export function withOwnTraffic(
  services: Services,
  { caller: { account, key } }: ScoringContext,
  { hash, history, input, now }: Prepared<"ip">,
  evaluation: Evaluation<"ip">,
): Awaitable<Evaluation<"ip">> {
  const { store, hasher } = services;
  const { component } = evaluation;
  if (hash === null || history.timesSeen === 1 || component.fields.shared_address.shared === true) {
    return evaluation;
  }
  const line = input.family === 6 ? hasher.hash("subnet", lineOf(input)) : hash;
  return chain(store.rings.peopleOn(linksOwner(account.id, key.mode), line, now), (people) => {
    const shared = people === 0 ? component : asObservedShared(component, history.own, people);
    return shared === component ? evaluation : {
      ...evaluation,
      component: shared,
      facts: componentFacts(services, "ip", input, shared),
      componentText: new MemoByVerdict(),
      singleText: new MemoByVerdict(),
      fieldsJson: new Memo(),
    };
  });
}
