/** Who is acting in a sign-up: by the agent's signature, else by the device, else by the browser without a device id. */
import type { Address } from "../../model/address/address.ts";
import type { Actor } from "../../model/actor.ts";
import { describeActor, type SignatureHint } from "../../scoring/explain.ts";
import { type ActingBrowser, actingBrowser, deviceActorHint } from "../../signals/device/actor.ts";
import { addressFacts } from "../../signals/device/collect.ts";
import { type DeviceBody, parseBrowser } from "../../signals/device/parse.ts";
import type { AgentRequestInput } from "../../signals/agent/parse.ts";
import type { Services } from "../context.ts";
import { type Decision, decisionOf } from "./decision.ts";

/** The part of a sign-up that shows who is acting, in addition to its device. */
interface Acting {
  readonly ip?: Address;
  /** Characteristics of the browser, when they came without a device id. */
  readonly browser?: Pick<DeviceBody, "signals" | "automation">;
  readonly agent?: AgentRequestInput;
}

/**
 * What the browser of a sign-up without a judged device shows; null when a signature or the device shows who is acting, or
 * nothing was sent. Without characteristics the user agent of an unsigned agent's request is one.
 * @param signature null when the request carried none
 */
export function browserOf(
  services: Services,
  { ip, browser, agent }: Acting,
  decisions: readonly Decision[],
  signature: SignatureHint | null,
): ActingBrowser | null {
  const device = decisionOf(decisions, "device");
  const isJudged = device !== undefined && device.evaluation.component.fields.bot_probability !== null;
  if (signature !== null || isJudged) return null;
  const header = agent === undefined ? null : headerOf(agent.headers);
  const sent = browser ?? (header === null ? undefined : {});
  if (sent === undefined) return null;
  const { sources, now } = services;
  const { signals } = sent;
  const input = parseBrowser(
    header === null || signals?.user_agent ? sent : { ...sent, signals: { ...signals, user_agent: header } },
  );
  return actingBrowser({
    input,
    inDatacenter: addressFacts(ip ?? null, sources).ipIsDatacenter,
    offsetContradicts: sources.timeZones.contradicts(input.timezone, input.timezoneOffset, now()),
  });
}

/** @param browser as `browserOf` returned it */
export function actorOf(
  decisions: readonly Decision[],
  signature: SignatureHint | null,
  browser: ActingBrowser | null,
): Actor {
  const device = decisionOf(decisions, "device");
  const hint = signature !== null ? null : browser?.hint ??
    (device === undefined
      ? null
      : deviceActorHint(device.evaluation.component.fields, device.prepared.input.device));
  return describeActor(signature, hint);
}

/** Of the browser, else of the request that an agent signed; null without one. */
export function userAgentOf({ browser, agent }: Acting): string | null {
  return browser?.signals?.user_agent || (agent === undefined ? null : headerOf(agent.headers));
}

function headerOf(headers: Readonly<Record<string, string>>): string | null {
  const name = Object.keys(headers).find((each) => each.toLowerCase() === "user-agent");
  return name === undefined ? null : headers[name]!;
}
