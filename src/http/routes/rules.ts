/** The account's own allow and block rules. */
import { z } from "@hono/zod-openapi";
import { AppError, invalidField } from "../../model/error.ts";
import { importRules } from "../../service/rules/rule_import.ts";
import { readRuleOptions } from "../../service/rules/rule_options.ts";
import {
  addRules,
  deleteAllRules,
  deleteRule,
  listRuleBodies,
  MAX_RULE_VALUES,
} from "../../service/rules/rules.ts";
import { dryRunRules } from "../../service/rules/dry_run.ts";
import { LARGE_BODY_LIMIT, readBody } from "../body.ts";
import { endpoint, HEAVY, withRequestId } from "../endpoint.ts";
import { header, mediaType } from "../header.ts";
import { booleanQuery, ruleAction } from "../schemas/common.ts";
import { rulesAdded, rulesBody, rulesDeleted, rulesImported, rulesResult } from "../schemas/rules.ts";
import { limitItems } from "../validate.ts";

const RULES = { family: "general", scope: "rules", tag: "Rules", free: true } as const;
const dryRun = booleanQuery.openapi({ description: "true: previews the result and changes nothing" });

export const list = endpoint({
  method: "get",
  path: "/v1/rules",
  ...RULES,
  summary: "List rules",
  response: rulesResult,
  handler: async (request) => withRequestId(request, await listRuleBodies(request.services, request.caller)),
});

export const create = endpoint({
  method: "post",
  path: "/v1/rules",
  ...RULES,
  weight: HEAVY,
  summary: "Create rules",
  query: z.object({ dry_run: dryRun }),
  body: {
    schema: rulesBody,
    limit: LARGE_BODY_LIMIT,
    example: { action: "block", values: ["203.0.113.0/24", "example.org"] },
  },
  errors: ["too_many_items", "unavailable"],
  response: rulesAdded,
  handler: async (request) => {
    const { action, values, dry_run, ...given } = request.body;
    limitItems("/values", values.length, MAX_RULE_VALUES);
    const options = readRuleOptions(
      action,
      given,
      request.services.now(),
      (field, why) => invalidField(`/${field}`, why),
    );
    const result = request.query.dry_run || dry_run === true
      ? await dryRunRules(request.services, request.caller, values, options)
      : await addRules(request.services, request.caller, values, options);
    return withRequestId(request, result);
  },
});

export const remove = endpoint({
  method: "delete",
  path: "/v1/rules/{rule_id}",
  ...RULES,
  summary: "Delete one rule",
  params: z.object({ rule_id: z.string().openapi({ example: "0b8f4c7e-5f0c-4c3e-9a51-1d2f3e4a5b6c" }) }),
  response: rulesDeleted,
  handler: async (request) =>
    withRequestId(request, {
      deleted: await deleteRule(request.services, request.caller, request.c.req.param("rule_id") ?? ""),
    }),
});

export const removeAll = endpoint({
  method: "delete",
  path: "/v1/rules",
  ...RULES,
  summary: "Delete all rules",
  query: z.object({
    confirm: z.string().optional().openapi({
      type: "boolean",
      description: "Must be true, otherwise nothing is deleted",
      example: true,
      param: { required: true },
    }),
  }),
  errors: ["confirmation_required"],
  response: rulesDeleted,
  handler: async (request) => {
    if (request.query.confirm !== "true") {
      const detail = "deleting all rules requires confirm=true; nothing was deleted";
      throw new AppError("confirmation_required", detail, { errors: [{ parameter: "confirm", detail }] });
    }
    return withRequestId(request, { deleted: await deleteAllRules(request.services, request.caller) });
  },
});

/** "" is none; the last two are what clients send by default. */
const FILE_TYPES: ReadonlySet<string> = new Set([
  "",
  "text/plain",
  "text/csv",
  "application/csv",
  "application/octet-stream",
  "application/x-www-form-urlencoded",
]);

export const importFile = endpoint({
  method: "post",
  path: "/v1/rules/import",
  ...RULES,
  weight: HEAVY,
  summary: "Import rules from a text or CSV file",
  query: z.object({ action: ruleAction.openapi({ example: "block" }), dry_run: dryRun }),
  rawBody: {
    types: ["text/plain", "text/csv"],
    description: "The file as it is: one entry per line, at most 10,000",
  },
  errors: ["too_many_items", "unavailable"],
  response: rulesImported,
  handler: async (request) => {
    if (!FILE_TYPES.has(mediaType(header(request.c, "content-type")))) {
      throw new AppError("unsupported_media_type", "send the file as text/plain or text/csv");
    }
    const file = await readBody(request.c, LARGE_BODY_LIMIT);
    const { action, dry_run } = request.query;
    return withRequestId(request, await importRules(request.services, request.caller, file, action, dry_run));
  },
});
