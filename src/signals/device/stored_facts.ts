/** What a score record keeps of a device: facts that identify nobody. */
import { orNull } from "../../model/evidence.ts";
import { type Facts, knownFacts } from "../../model/facts/fact.ts";
import { isCommonId } from "./browser.ts";
import type { BrowserFacts } from "./parse.ts";
import type { DeviceFields } from "./score.ts";
import type { TimeZones } from "./timezone.ts";
import { readUserAgent } from "./user_agent.ts";

export function deviceFacts(input: BrowserFacts, fields: DeviceFields, zones: TimeZones): Facts {
  const { timezone } = input;
  const agent = readUserAgent(orNull(input.userAgent) ?? "");
  return knownFacts({
    "device.browser": agent.browser,
    "device.browser_major": agent.major,
    "device.os": agent.os,
    "device.device_class": agent.class,
    // Any text may be sent as one.
    "device.timezone": timezone.known && zones.has(timezone.value) ? timezone.value : null,
    "device.language": orNull(input.language),
    "device.automation": fields.signals.is_automated,
    "device.is_common": isCommon(input),
  });
}

/** Null where that depends on the graphics card, and none was sent. */
function isCommon({ userAgent, renderer }: BrowserFacts): boolean | null {
  if (!userAgent.known) return null;
  return isCommonId(userAgent.value, orNull(renderer)) || (renderer.known ? false : null);
}
