/** Who is acting in a sign-up: by the agent's signature, else by the device, else by the browser without a device id. */
import type { Address } from "../../model/address/address.ts";
import type { Actor } from "../../model/actor.ts";
import { describeActor, type DeviceHint, type SignatureHint } from "../../scoring/explain.ts";
import { browserActorHint, deviceActorHint } from "../../signals/device/actor.ts";
import { addressFacts } from "../../signals/device/collect.ts";
import { type DeviceBody, parseBrowser } from "../../signals/device/parse.ts";
import type { Services } from "../context.ts";
import { type Decision, decisionOf } from "./decision.ts";

/** The part of a sign-up that shows who is acting, in addition to its device and agent. */
interface ActingBrowser {
  readonly ip?: Address;
  /** Characteristics of the browser, when they came without a device id. */
  readonly browser?: Pick<DeviceBody, "signals" | "automation">;
}

/** @param signature null when the request carried none */
export function actorOf(
  services: Services,
  signup: ActingBrowser,
  decisions: readonly Decision[],
  signature: SignatureHint | null,
): Actor {
  const device = decisionOf(decisions, "device");
  const hint = signature !== null
    ? null
    : device !== undefined
    ? deviceActorHint(device.evaluation.component.fields)
    : browserHint(services, signup);
  return describeActor(signature, hint);
}

/** Characteristics without a device id are no component: neither billed nor scored. */
function browserHint(services: Services, { ip, browser }: ActingBrowser): DeviceHint | null {
  if (browser === undefined) return null;
  const { sources, now } = services;
  const input = parseBrowser(browser);
  return browserActorHint({
    input,
    inDatacenter: addressFacts(ip ?? null, sources).ipIsDatacenter,
    offsetContradicts: sources.timeZones.contradicts(input.timezone, input.timezoneOffset, now()),
  });
}
