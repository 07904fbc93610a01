import assert from "node:assert/strict";
import { nearestName } from "../../../src/model/nearest_name.ts";

const NAMES = ["ip.asn", "ip.country", "phone.country", "email.domain_class", "user_id"];

const ROWS: readonly (readonly [typed: string, edits: number | undefined, nearest: string | null])[] = [
  ["ip.contry", undefined, "ip.country"],
  ["IP.ASN", undefined, "ip.asn"],
  ["user-id", undefined, "user_id"],
  ["asn", undefined, "ip.asn"],
  ["country", undefined, "ip.country"],
  ["ip.network_number", undefined, null],
  ["email.dom_class", 2, null],
  ["email.dom_class", undefined, "email.domain_class"],
  ["x".repeat(61), 100, null],
  ["", undefined, null],
];

Deno.test("the nearest name is within a typing error, or as far as is asked for", () => {
  for (const [typed, edits, nearest] of ROWS) {
    assert.equal(nearestName(typed, NAMES, edits), nearest, typed);
  }
});
