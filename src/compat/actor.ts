/** Who is acting, as far as the one user agent of a fraud request tells. */
import { type Known, known, unknown } from "../model/evidence.ts";
import { type Actor, describeActor } from "../scoring/explain.ts";
import { browserActorHint } from "../signals/device/actor.ts";
import { parseBrowser } from "../signals/device/parse.ts";

/**
 * @param scored the actor of the signup, kept when it says anything
 * @param isDatacenter of the IP component; null when unknown
 */
export function actorOf(scored: Actor, userAgent: string | null, isDatacenter: boolean | null): Actor {
  if (userAgent === null || scored.basis !== "none") return scored;
  const inDatacenter: Known<boolean> = isDatacenter === null ? unknown("not_given") : known(isDatacenter);
  const input = parseBrowser({ signals: { user_agent: userAgent } });
  return describeActor(
    null,
    browserActorHint({ input, inDatacenter, offsetContradicts: unknown("not_given") }),
  );
}
