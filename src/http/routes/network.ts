/** Batch, report and outcome. */
import { z } from "@hono/zod-openapi";
import { AppError, invalidField } from "../../model/error.ts";
import { MAX_BATCH_ITEMS, scoreBatch } from "../../service/score/batch.ts";
import { processingTime, type ScoringContext } from "../../service/context.ts";
import { labelOutcomes, MAX_OUTCOMES } from "../../service/feedback/outcome.ts";
import { readCountry } from "../../service/score/read_input.ts";
import { MAX_REPORT_VALUES, report as reportFraud } from "../../service/feedback/report.ts";
import { DEFAULT_STRICTNESS } from "../../model/verdict.ts";
import { BODY_LIMIT, LARGE_BODY_LIMIT } from "../body.ts";
import { endpoint, type Handled } from "../endpoint.ts";
import { newRequestId } from "../request_id.ts";
import { strictnessQuery } from "../schemas/common.ts";
import {
  batchBody,
  batchResult,
  outcomeBody,
  outcomeResult,
  reportBody,
  reportResult,
} from "../schemas/network.ts";

function context(given: Handled<unknown, unknown>, via: ScoringContext["via"]): ScoringContext {
  return { caller: given.caller, strictness: DEFAULT_STRICTNESS, via, started: given.started };
}

export const batch = endpoint({
  method: "post",
  path: "/v1/batch",
  family: "network",
  tag: "Scoring",
  summary: "Score up to 500 values",
  description:
    "Items that fail are entries with `input` and `error`; they are not billed. More than 500 items are refused, never cut.",
  query: z.object({ strictness: strictnessQuery }),
  body: {
    schema: batchBody,
    limit: LARGE_BODY_LIMIT,
    example: { type: "ip", items: ["185.220.101.1", "not an address"] },
  },
  errors: ["too_many_items"],
  response: batchResult,
  handle: (given) => {
    const { type, items, strictness, phone_country } = given.body;
    tooMany("/items", items.length, MAX_BATCH_ITEMS);
    return scoreBatch(given.services, {
      ...context(given, "batch"),
      strictness: strictness ?? given.query.strictness,
    }, {
      type,
      items,
      phoneCountry: type === "phone"
        ? readCountry(phone_country, (why) => invalidField("/phone_country", why))
        : null,
    });
  },
});

export const report = endpoint({
  method: "post",
  path: "/v1/report",
  family: "network",
  tag: "Network",
  summary: "Report confirmed fraud",
  body: { schema: reportBody, limit: BODY_LIMIT, example: { kind: "email", value: "fraudster@example.org" } },
  errors: ["too_many_items", "test_key_refused", "unavailable"],
  description:
    "One lookup however many values. A report that broke off goes on where it was when it is sent again within a day; a whole one counts again.",
  response: reportResult,
  handle: async (given) => {
    const { kind, value, values } = given.body;
    const all = [
      ...(value === null || value === undefined || value === "" ? [] : [value]),
      ...(values ?? []),
    ];
    if (all.length === 0) {
      throw new AppError("invalid_value", "/value: give value or values", {
        errors: [{ pointer: "/value", detail: "give value or values" }],
      });
    }
    tooMany("/values", all.length, MAX_REPORT_VALUES);
    return answered(
      given,
      await reportFraud(given.services, context(given, "single"), { kind, values: all }),
    );
  },
});

export const outcome = endpoint({
  method: "post",
  path: "/v1/outcome",
  family: "network",
  tag: "Network",
  summary: "Label past scores as fraud or legitimate",
  body: {
    schema: outcomeBody,
    limit: BODY_LIMIT,
    example: { request_id: "req_019a9f3c-2b7e-7000-8a51-3f2d9c0e4b17", outcome: "fraud" },
  },
  free: true,
  errors: ["too_many_items", "test_key_refused", "account_paused"],
  response: outcomeResult,
  handle: async (given) => {
    const { outcomes } = given.body;
    tooMany("", outcomes.length, MAX_OUTCOMES);
    const entries = outcomes.map((entry) => ({ requestId: entry.request_id, outcome: entry.outcome }));
    return answered(given, await labelOutcomes(given.services, context(given, "single"), entries));
  },
});

/** Adds what every native answer ends with. */
export function answered<T extends object>(given: Pick<Handled<unknown, unknown>, "started">, body: T) {
  return { ...body, request_id: newRequestId(), processing_time_sec: processingTime(given.started) };
}

/** @throws AppError too_many_items; nothing is done then */
export function tooMany(pointer: string, count: number, limit: number): void {
  if (count <= limit) return;
  const detail = `one call takes at most ${limit}, not ${count}; nothing was done`;
  throw new AppError("too_many_items", detail, { errors: [{ pointer, detail }] });
}
