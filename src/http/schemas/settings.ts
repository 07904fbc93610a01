/** Schemas of `/v1/settings`. */
import { z } from "@hono/zod-openapi";
import { LINKAGE_SCORING } from "../../model/records.ts";
import { tail } from "./common.ts";

const linkageScoring = z.enum(LINKAGE_SCORING).openapi({
  description: "`score`: links between sign-ups are part of the score. `report`: they are only reported",
});

export const settingsBody = z.object({ linkage_scoring: linkageScoring });

export const settingsResult = z.object({
  linkage_scoring: linkageScoring,
  ...tail,
}).openapi("Settings", { description: "The settings of the account" });
