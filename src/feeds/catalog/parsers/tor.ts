/** Parses Onionoo's details documents: the exit addresses of relays, with IPv6 (the bulk list has IPv4 only). */
import type { FeedParser } from "../feed.ts";
import { RangeRowsBuilder } from "./range_rows.ts";
import { field, members } from "./ranges.ts";
import { feedJson } from "./text.ts";

/**
 * Addresses seen exiting (`exit_addresses`), and the IPv6 onion-routing addresses of relays whose policy exits to IPv6.
 * IPv4 onion-routing addresses are not used: the bulk list measures IPv4 exits.
 */
export const onionooDetails: FeedParser = (bytes) => {
  const builder = new RangeRowsBuilder();
  for (const relay of members(feedJson(bytes), "relays")) {
    const flags = field(relay, "flags");
    if (Array.isArray(flags) && !flags.includes("Exit")) continue;
    if (field(relay, "running") === false) continue;
    const seen = strings(field(relay, "exit_addresses"));
    for (const address of seen) builder.add(address);
    if (!exitsToV6(relay)) continue;
    for (const text of strings(field(relay, "or_addresses"))) {
      const host = /^\[([^\]]+)\]:\d+$/.exec(text)?.[1];
      if (host !== undefined && !seen.includes(host)) builder.add(host);
    }
  }
  return builder.parsed();
};

/** A document without policy summaries was requested for exits only, so each of its relays counts. */
function exitsToV6(relay: unknown): boolean {
  const summary = field(relay, "exit_policy_v6_summary");
  if (summary === undefined) return field(relay, "exit_policy_summary") === undefined;
  return !strings(field(summary, "reject")).includes("1-65535");
}

function strings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((text) => typeof text === "string") : [];
}
