/** The outside sources of evidence, each with what is counted of it. `app/sources.ts` makes one. */
import { SourceMeter } from "./source_meter.ts";

export const OUTSIDE_SOURCES = [
  "dns",
  "rdap",
  "website",
  "mailbox",
  "avatar",
  "breach",
  "agent_directory",
  "email_issuer",
] as const;
type OutsideSource = (typeof OUTSIDE_SOURCES)[number];

export class OutsideMeters {
  readonly of = Object.fromEntries(
    OUTSIDE_SOURCES.map((source) => [source, new SourceMeter()]),
  ) as Record<OutsideSource, SourceMeter>; // one for each of the list
  /** DNS resolvers that do not respond. */
  resolversDown = 0;
}
