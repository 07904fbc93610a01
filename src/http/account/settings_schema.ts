/** Schemas of `/v1/settings`. */
import { z } from "@hono/zod-openapi";
import { COMPAT_BALANCES, COMPAT_UNKNOWNS, LINKAGE_SCORING } from "../../model/records.ts";
import { tail } from "../common_schema.ts";

const linkageScoring = z.enum(LINKAGE_SCORING).openapi({
  description: "`score`: links between sign-ups are part of the score. `report`: they are only reported",
});

const balance = z.enum(COMPAT_BALANCES).describe(
  "`funds_remaining` and `queries_remaining`, which are not kept: `null`, or `zero` for clients that accept numbers only",
);
const unknown = z.enum(COMPAT_UNKNOWNS).describe(
  "Every other vendor field that is not known: `null`, or `omit` to leave it out, as the vendor does",
);
const COMPAT = "How the minFraud and GeoIP2 endpoints write what is not known";

export const settingsBody = z.object({
  linkage_scoring: linkageScoring.optional(),
  compat: z.object({ balance: balance.optional(), unknown: unknown.optional() }).optional().openapi({
    description: `${COMPAT}; what is not named stays as it is`,
  }),
}).refine(({ linkage_scoring, compat }) => linkage_scoring !== undefined || compat !== undefined, {
  path: ["linkage_scoring"],
  message: "send linkage_scoring, compat or both",
});

export const settingsResult = z.object({
  linkage_scoring: linkageScoring,
  compat: z.object({ balance, unknown }).openapi({ description: COMPAT }),
  ...tail,
}).openapi("Settings", { description: "The settings of the account" });
