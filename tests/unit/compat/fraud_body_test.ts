import assert from "node:assert/strict";
import { fraudBody, type FraudEmail, type FraudResult } from "../../../src/compat/fraud_body.ts";
import { clampRisk } from "../../../src/compat/ip_record.ts";

const EMAIL: FraudEmail = {
  verdict: "review",
  signals: { is_disposable: null, is_free_provider: true },
  firstSeen: "2026-11-20T23:59:59.999Z",
};

function result(given: Partial<FraudResult> = {}): FraudResult {
  const requestId = "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17";
  return {
    score: 50,
    verdict: "review",
    ip: null,
    email: EMAIL,
    domain: null,
    rule: null,
    requestId,
    warnings: [],
    choice: { balance: "null", unknown: "null" },
    extra: {
      verdict: "review",
      summary: null,
      components_checked: ["email"],
      top_signals: [],
      phone: null,
      linkage: null,
      actor: null,
      residential_proxy_likelihood: null,
      rule_applied: null,
      request_id: requestId,
      processing_time_sec: 0,
    },
    ...given,
  };
}

Deno.test("clampRisk keeps the vendor's scale and leaves what lies inside", () => {
  const rows: [number, number][] = [[0, 0.01], [1, 1], [50, 50], [99, 99], [100, 99]];
  for (const [score, expected] of rows) assert.equal(clampRisk(score), expected);
});

Deno.test("verdicts are the vendor's actions", () => {
  const rows = [["allow", "accept"], ["review", "manual_review"], ["block", "reject"]] as const;
  for (const [verdict, action] of rows) {
    assert.deepEqual(fraudBody(result({ verdict }), "insights").disposition, { action, reason: "default" });
  }
});

Deno.test("the id is the bare UUID of the request", () => {
  assert.equal(fraudBody(result(), "score").id, "019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17");
});

Deno.test("e-mail: the day it was first seen, unknowns null, high risk when its own verdict is not allow", () => {
  assert.deepEqual(fraudBody(result(), "insights").email, {
    domain: { first_seen: null },
    first_seen: "2026-11-20",
    is_disposable: null,
    is_free: true,
    is_high_risk: true,
  });
  const harmless = result({ verdict: "block", email: { ...EMAIL, verdict: "allow" } });
  assert.equal((fraudBody(harmless, "insights").email as { is_high_risk: boolean }).is_high_risk, false);
});

Deno.test("score has no e-mail and none of the blocks that are null in insights", () => {
  const short = fraudBody(result(), "score");
  for (const key of ["email", "credit_card", "subscores", "ip_address"]) assert.ok(!(key in short), key);
});
