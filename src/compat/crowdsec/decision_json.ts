/** A decision as CrowdSec's local API writes it, and the durations of Go in whole seconds. */
import type { Decision } from "../../model/decisions/decision.ts";

/**
 * `3h59m58s`, as Go writes a duration: the zeros below the largest unit stay. Whole seconds only, because the pattern of the Lua
 * bouncer reads no fractions.
 */
export function goDuration(seconds: number): string {
  const whole = Math.trunc(Math.abs(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const sign = seconds < 0 && whole > 0 ? "-" : "";
  if (hours > 0) return `${sign}${hours}h${minutes}m${rest}s`;
  return minutes > 0 ? `${sign}${minutes}m${rest}s` : `${sign}${rest}s`;
}

/** Seconds that are left of a decision, at least one: firewalls take a time-out of 0 for no end. */
function secondsLeft({ until }: Decision, now: number): number {
  return Math.max(1, Math.floor((until - now) / 1000));
}

/** The JSON of an active decision. */
export function decisionJson(decision: Decision, now: number): string {
  return jsonOf(decision, secondsLeft(decision, now));
}

/** The JSON of one that ended: its duration is negative, whenever it would have ended. */
export function endedJson(decision: Decision, now: number): string {
  return jsonOf(decision, Math.min(-1, Math.floor((decision.until - now) / 1000)));
}

function jsonOf({ id, uuid, origin, type, scope, value, scenario }: Decision, seconds: number): string {
  // Written by hand: 100,000 of them are one answer. Only the scenario and the value can hold what JSON escapes.
  return `{"id":${id},"uuid":"${uuid}","origin":"${origin}","type":"${type}","scope":"${scope}",` +
    `"value":${JSON.stringify(value)},"duration":"${goDuration(seconds)}",` +
    `"scenario":${JSON.stringify(scenario)},"simulated":false}`;
}
