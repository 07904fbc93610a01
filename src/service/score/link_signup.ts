/** Linkage and velocity of a sign-up: how its values relate to earlier sign-ups of the account. Reported, not scored. */
import type { Awaitable } from "../../concurrency/awaitable.ts";
import { clientSubnet } from "../../model/address/address.ts";
import type { Linked } from "../../store/linkage/linkage.ts";
import type { ScoringContext, Services } from "../context.ts";
import { type Decision, decisionOf } from "./decision.ts";

/** For test keys the counts include this sign-up, but nothing is stored of it. */
export function linkSignup(
  services: Services,
  context: ScoringContext,
  decisions: readonly Decision[],
): Awaitable<Linked> {
  const ip = decisionOf(decisions, "ip")?.prepared;
  const email = decisionOf(decisions, "email")?.prepared;
  const domain = decisionOf(decisions, "domain")?.prepared;
  const device = decisionOf(decisions, "device")?.prepared;
  const host = email?.input.email.host ?? domain?.input.host ?? "";
  const { hasher, store, now } = services;
  return store.linkage.link(
    context.caller.account.id,
    {
      device: device?.hash ?? null,
      email: email?.hash ?? null,
      ip: ip?.hash ?? null,
      subnet: ip === undefined || ip.hash === null ? null : hasher.hash("subnet", clientSubnet(ip.input)),
      domain: host === "" ? null : hasher.hash("host", host),
    },
    now(),
    context.caller.key.mode !== "test",
  );
}
