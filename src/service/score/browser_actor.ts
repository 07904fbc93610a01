/** Who acts, by browser characteristics that came without a device id: they are no component, not billed and not scored. */
import type { Address } from "../../model/address.ts";
import { type Actor, describeActor } from "../../scoring/explain.ts";
import { browserActorHint } from "../../signals/device/actor.ts";
import { addressFacts } from "../../signals/device/collect.ts";
import { type DeviceBody, parseBrowser } from "../../signals/device/parse.ts";
import type { Services } from "../context.ts";

/**
 * @param actor of the signup, kept when a signature or a device says anything
 * @param address of the signup; null when none was given
 */
export function actorByBrowser(
  services: Services,
  actor: Actor,
  sent: Pick<DeviceBody, "signals" | "automation">,
  address: Address | null,
): Actor {
  if (actor.basis !== "none") return actor;
  const { ipIsDatacenter } = addressFacts(address, services.sources);
  const input = parseBrowser(sent);
  const { timezone, timezoneOffset } = input;
  const hint = browserActorHint({
    input,
    inDatacenter: ipIsDatacenter,
    offsetContradicts: services.sources.timeZones.contradicts(timezone, timezoneOffset, services.now()),
  });
  return describeActor(null, hint);
}
