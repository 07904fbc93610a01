/** Linkage and velocity of a signup: how its values hang together with the account's earlier signups. Reported, not scored. */
import type { Awaitable } from "../../concurrency/awaitable.ts";
import { neighbourhood, parseAddress } from "../../model/address.ts";
import type { ComponentKind } from "../../model/component.ts";
import type { Linked } from "../../store/records/linkage.ts";
import type { ScoringContext, Services } from "../context.ts";
import type { ScoredComponent } from "./score_component.ts";

/** Test keys see the counts as if they counted, and leave no trace. */
export function linkSignup(
  services: Services,
  context: ScoringContext,
  components: readonly ScoredComponent[],
): Awaitable<Linked> {
  const find = (kind: ComponentKind) => components.find((component) => component.kind === kind);
  const [ip, email, domain, device] = [find("ip"), find("email"), find("domain"), find("device")];
  const address = ip?.hash ? parseAddress(String(ip.fields.ip)) : null;
  const host = email?.subject.email?.host ?? domain?.subject.domain ?? "";
  const { hasher, store, now } = services;
  return store.linkage.link(
    context.caller.account.id,
    {
      device: device?.hash ?? null,
      email: email?.hash ?? null,
      ip: ip?.hash ?? null,
      subnet: address === null ? null : hasher.hash("subnet", neighbourhood(address)),
      domain: host === "" ? null : hasher.hash("host", host),
    },
    now(),
    context.caller.key.mode !== "test",
  );
}
