/**
 * Fields that the results of several signals have. Null means unknown: `satisfies` requires every field that the signal
 * returns, and lets the schema allow null where the signal always knows. The fields left out there have a wider type in the
 * document.
 */
import { count, timestamp } from "../../common_schema.ts";

/** A type whose values may all be null, or undefined where they may be absent, and whose literals are of their base type. */
export type Nullable<T> = T extends boolean ? boolean | null
  : T extends number ? number | null
  : T extends string ? string | null
  : T extends object ? {
      readonly [K in keyof T]: Nullable<T[K]> | (object extends Pick<T, K> ? undefined : never);
    }
  : T;

export const firstSeen = timestamp.meta({ example: "2026-11-20T09:30:01.000Z" }).describe(
  "RFC 3339. As times_seen: by all accounts the operator made or admitted, for other accounts by themselves; null for test keys",
);
export const timesSeen = count.meta({ example: 4 }).describe(
  "How often it was scored, this time included; null for test keys",
);

export const ABOUT_SIGNALS = "Facts about the value. Null means unknown, never false";
