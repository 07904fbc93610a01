/** The first look at a challenge: it is counted, what it costs is settled, and the next one of the same visitors costs more. */
import type { ChallengeSubject } from "../../model/challenge/challenge.ts";
import { counted, dayOf } from "../../model/challenge/figures.ts";
import { levelAt, pricedBy, raised } from "../../model/challenge/price.ts";
import { together } from "../../records/change.ts";
import type { StoredChallenge } from "../../records/challenges.ts";
import type { Services } from "../context.ts";
import { networkOf } from "./offer.ts";
import { type ChallengeVisitor, countedAt } from "./visitor.ts";

/** As it is stored; durable when it resolves. */
export async function showChallenge(
  services: Services,
  subject: ChallengeSubject,
  visitor: ChallengeVisitor,
): Promise<StoredChallenge> {
  const { store, now, hasher } = services;
  const { account, id } = subject;
  const at = now();
  const before = await store.challenges.get(account, id);
  if (before !== null && before.endsAt > at) return before;
  const hashes = pricedBy(subject, networkOf(visitor.address)).map((text) =>
    hasher.hash("challenge", `${account} ${text}`)
  );
  const prices = await store.challenges.prices(account, hashes);
  const shown: StoredChallenge = {
    id,
    shownAt: at,
    endsAt: subject.endsAt,
    level: Math.max(0, ...prices.map((price) => levelAt(price, at))),
    place: countedAt(services, visitor),
    wrong: 0,
    passes: 0,
    passed: null,
    code: null,
    mails: 0,
  };
  const also = together(
    ...hashes.map((hash) => store.challenges.price(account, hash, (current) => raised(current, at), at)),
    store.challenges.count(account, dayOf(at), (day) => counted(day, shown.place, ["shown"]), at),
  );
  if (await store.challenges.show(account, shown, also)) return shown;
  return await store.challenges.get(account, id) ?? shown;
}
