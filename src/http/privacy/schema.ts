/** Schemas of requests about a person's data. */
import { z } from "@hono/zod-openapi";
import { ERASURE_STATES } from "../../model/access/erasure_state.ts";
import { tail, text, timestamp } from "../common_schema.ts";

export const personRequest = z.object({
  user_id: z.string().optional().describe("Your own id of the person, as in scores"),
  email: z.string().optional().describe("An e-mail address"),
  phone: z.string().optional().describe("A phone number, international"),
  request_id: z.string().optional().describe("The `request_id` of one of the person's scores"),
}).openapi("PersonRequest", { description: "Whom it is about: exactly one of the fields" });

const counts = z.record(z.string(), z.int());

export const erasureParams = z.object({
  receipt: z.string().meta({ example: "era_0f1e2d3c4b5a69788796a5b4c3d2e1f0" }).describe(
    "As it was answered",
  ),
});

export const erasureResult = z.object({
  receipt: text.describe("Names this erasure, and nobody. Kept for 400 days").meta({
    example: "era_0f1e2d3c4b5a69788796a5b4c3d2e1f0",
  }),
  state: z.enum(ERASURE_STATES).describe(
    "`erasing`: it goes from the store. `overwriting`: it is gone, and the files of the store are cleared of it. `done`: nothing is left in either",
  ).meta({ example: "done" }),
  pending: z.boolean().describe("True until `done`, and until backups that were made before are gone")
    .meta({
      example: true,
    }),
  pending_until: timestamp.describe("Until when backups may hold it, by the setting `WINNOW_BACKUP_DAYS`"),
  requested_at: timestamp.describe("When it was asked for"),
  done_at: timestamp.nullable().describe("null: not yet"),
  erased: counts.describe(
    "How much there was: `scores`, `values` (e-mail addresses and phone numbers that nobody else has) and `shared_values`, which others have too and stay theirs",
  ).meta({ example: { scores: 12, values: 2, shared_values: 0 } }),
  left: z.array(z.string()).describe("What is not erased, and why").meta({
    example: ["Totals by day (scores, verdicts, findings, labels) stay."],
  }),
  ...tail,
}).openapi("Erasure", { description: "An erasure of what is stored about a person" });
