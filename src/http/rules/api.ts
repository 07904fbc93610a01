/** The account's own allow and block rules. */
import { z } from "@hono/zod-openapi";
import { AppError, invalidField } from "../../model/error.ts";
import { importRules } from "../../service/rules/import/rule_import.ts";
import { readRuleOptions } from "../../service/rules/rule_options.ts";
import {
  changeAnyRule,
  conditionBody,
  deleteAnyRule,
  deleteEveryRule,
  listRuleBodies,
  readRuleWithClashes,
} from "../../service/rules/managed_rules.ts";
import { addRules, deleteImport, MAX_RULE_REFS, MAX_RULE_VALUES } from "../../service/rules/rules.ts";
import { addCondition, type NewCondition } from "../../service/conditions/conditions.ts";
import { dryRunConditionRules, MAX_TRIED_CONDITIONS } from "../../service/dry_run/rules_dry_run.ts";
import { dryRunRules } from "../../service/rules/dry_run.ts";
import { BODY_LIMIT, LARGE_BODY_LIMIT, readBody } from "../body.ts";
import { type Endpoint, endpoint, HEAVY, type ValidRequest, withRequestId } from "../endpoint.ts";
import { header, mediaType } from "../header.ts";
import { booleanQuery, ruleAction } from "../common_schema.ts";
import { dryRunQuery, dryRunRequest } from "./dry_run_schema.ts";
import {
  ruleChange,
  ruleResult,
  rulesAdded,
  rulesBody,
  rulesDeleted,
  rulesImported,
  rulesResult,
} from "./schema.ts";

const RULES = { family: "general", tag: "Rules", free: true } as const;
const importId = z.string().min(1).max(100).optional();
const isDryRun = booleanQuery.describe("true: previews the result and changes nothing");

const SAMPLE_RULES = [
  { note: "abuse desk" },
  { kind: "domain", value: "example.org", note: "abuse desk" },
] as const;

const list = endpoint({
  method: "get",
  path: "/v1/rules",
  action: "rules.read",
  ...RULES,
  summary: "List rules",
  description:
    "All rules of your account that have not expired: those that name values, and those with a condition. Free.",
  response: rulesResult,
  exampleParts: { count: 2, rules: SAMPLE_RULES },
  handler: async (request) => withRequestId(request, await listRuleBodies(request.services, request.caller)),
});

const create = endpoint({
  method: "post",
  path: "/v1/rules",
  action: "rules.write",
  ...RULES,
  weight: HEAVY,
  summary: "Create rules",
  description:
    "An allow rule forces score 0 and verdict allow, a block rule score 100 and verdict block; block rules go first. A rule that trusts is for one person's identifiers and comes before all others. The kind of each value is detected; what cannot be read is skipped with a reason. With `when` one rule with a condition is made, as a draft unless `state` says otherwise; such rules are judged on whole sign-ups, after those that name values. Free.",
  // Adding a rule that exists changes nothing, so a request that ended between its rules and its answer is repeated; a
  // condition is stored with its answer.
  idempotent: true,
  query: z.object({ dry_run: isDryRun, ...dryRunQuery }),
  body: {
    schema: rulesBody,
    limit: LARGE_BODY_LIMIT,
    maxItems: { "/values": MAX_RULE_VALUES, "/refs": MAX_RULE_REFS, "/rules": MAX_TRIED_CONDITIONS },
    example: { action: "block", values: ["203.0.113.0/24", "example.org"] },
  },
  errors: ["too_many_items", "conflict", "unavailable"],
  response: rulesAdded,
  exampleParts: { added: 2, rules: SAMPLE_RULES, skipped: [] },
  handler: async (request) => {
    const { action, dry_run, when, rules, ...given } = request.body;
    const isTrial = request.query.dry_run || dry_run === true;
    if (rules != null) return await tryConditions(request, rules, isTrial);
    if (action === undefined) throw invalidField("/action", "is required");
    if (when != null) return await createCondition(request, when, action, isTrial);
    if (action === "review" || action === "tag") {
      throw invalidField("/action", "only a rule with a condition (`when`) does this");
    }
    for (const field of ["tag", "overrides"] as const) {
      if (given[field] != null) throw invalidField(`/${field}`, "only a rule with a condition has it");
    }
    if (given.state != null && given.state !== "live") {
      throw invalidField("/state", "rules that name values are live; they can be paused later");
    }
    const sources = { values: given.values ?? [], refs: given.refs ?? [] };
    const { values, refs } = sources;
    if (values.length + refs.length === 0) throw invalidField("/values", "give values or refs");
    const options = readRuleOptions(
      action,
      given,
      request.services.now(),
      (field, why) => invalidField(`/${field}`, why),
    );
    // Dry runs have a limit and a queue of their own.
    if (isTrial) await request.c.env.load.claim(request.caller.account.id);
    const result = isTrial
      ? await dryRunRules(request.services, request.caller, sources, options, dryRunRequest(request.query))
      : await addRules(request.services, request.caller, sources, options);
    return withRequestId(request, result);
  },
});

type CreateRequest = ValidRequest<
  { readonly dry_run: boolean } & Parameters<typeof dryRunRequest>[0],
  z.infer<typeof rulesBody>
>;

/** Several conditions, in a dry run. */
async function tryConditions(
  request: CreateRequest,
  given: NonNullable<CreateRequest["body"]["rules"]>,
  isTrial: boolean,
) {
  if (!isTrial) throw invalidField("/rules", "several rules with a condition are tried by a dry run only");
  for (const field of ["action", "when", "values", "refs", "state", "tag", "overrides"] as const) {
    if (request.body[field] != null) throw invalidField(`/${field}`, "is not for several `rules`");
  }
  return await dryRun(request, given, "/rules");
}

/** @param path of the conditions in the body; null: there is one, which the body is */
async function dryRun(request: CreateRequest, given: readonly NewCondition[], path: string | null) {
  const { services, caller, query } = request;
  await request.c.env.load.claim(caller.account.id);
  const { rules, ...result } = await dryRunConditionRules(
    services,
    caller,
    given,
    path,
    dryRunRequest(query),
  );
  return withRequestId(request, { ...result, rules: rules.map((rule) => conditionBody(rule)) });
}

/** Stored with its answer, so that a repeated request with the same Idempotency-Key makes no second one. */
async function createCondition(
  request: CreateRequest,
  when: string,
  action: NonNullable<CreateRequest["body"]["action"]>,
  isTrial: boolean,
) {
  const { services, caller, single, body } = request;
  const { values, refs, state, dry_run: _, rules: __, ...fields } = body;
  if (action === "trust") throw invalidField("/action", "trust is for one person: give values or refs");
  if (values != null || refs != null) {
    throw invalidField("/when", "a rule has a condition, or values and refs; not both");
  }
  const tail = withRequestId(request, {});
  const answerOf = (condition: Parameters<typeof conditionBody>[0]) => ({
    added: 1,
    rules: [conditionBody(condition)],
    skipped: [],
    ...tail,
  });
  const given = { ...fields, when, action, state: state ?? undefined };
  if (isTrial) return await dryRun(request, [given], null);
  const also = single === undefined
    ? undefined
    : (condition: Parameters<typeof conditionBody>[0]) => single.answered(answerOf(condition));
  return answerOf(await addCondition(services, caller, given, also));
}

const params = z.object({
  rule_id: z.string().meta({ example: "0b8f4c7e-5f0c-4c3e-9a51-1d2f3e4a5b6c" }).describe(
    "The id of the rule",
  ),
});

const idOf = ({ c }: Pick<ValidRequest, "c">) => c.req.param("rule_id") ?? "";

const read = endpoint({
  method: "get",
  path: "/v1/rules/{rule_id}",
  action: "rules.read",
  ...RULES,
  summary: "Read one rule",
  description:
    "With who made it, what was changed of it, what it did in the last 30 days, and what of your other rules decides otherwise about the same sign-ups. Free.",
  params,
  errors: ["not_found"],
  response: ruleResult,
  handler: async (request) =>
    withRequestId(request, await readRuleWithClashes(request.services, request.caller, idOf(request))),
});

const change = endpoint({
  method: "patch",
  path: "/v1/rules/{rule_id}",
  action: "rules.write",
  ...RULES,
  summary: "Change or pause one rule",
  description:
    "What is not given stays. Of a rule that names values, the note, the expiry and the state (`live` or `paused`) can be changed. In force from the next request on. Free.",
  params,
  body: { schema: ruleChange, limit: BODY_LIMIT, example: { state: "paused" } },
  errors: ["not_found", "conflict"],
  response: ruleResult,
  handler: async (request) => {
    const { services, caller, body } = request;
    return withRequestId(request, await changeAnyRule(services, caller, idOf(request), body));
  },
});

const remove = endpoint({
  method: "delete",
  path: "/v1/rules/{rule_id}",
  action: "rules.write",
  ...RULES,
  summary: "Delete one rule",
  description: "The rule no longer decides from the next request on. Free.",
  params,
  response: rulesDeleted,
  handler: async (request) =>
    withRequestId(request, {
      deleted: await deleteAnyRule(request.services, request.caller, idOf(request)),
    }),
});

const removeAll = endpoint({
  method: "delete",
  path: "/v1/rules",
  action: "rules.write",
  ...RULES,
  summary: "Delete all rules, or those of an import",
  description: "Nothing is deleted without `confirm=true`. Free.",
  query: z.object({
    import: importId.describe(
      "The `import_id` of an import: deletes the rules that it made and that are still there",
    ),
    import_id: importId.describe("Same as `import`"),
    confirm: z.string().optional().meta({
      type: "boolean",
      description: "Must be true, otherwise nothing is deleted",
      example: true,
      param: { required: true },
    }),
  }),
  errors: ["confirmation_required", "not_found"],
  response: rulesDeleted,
  handler: async (request) => {
    const { services, caller, query } = request;
    const id = query.import ?? query.import_id;
    if (query.confirm !== "true") {
      const what = id === undefined ? "all rules" : "the rules of an import";
      const detail = `deleting ${what} requires confirm=true; nothing was deleted`;
      throw new AppError("confirmation_required", detail, { errors: [{ parameter: "confirm", detail }] });
    }
    const deleted = id === undefined
      ? await deleteEveryRule(services, caller)
      : await deleteImport(services, caller, id);
    return withRequestId(request, { deleted });
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

const importFile = endpoint({
  method: "post",
  path: "/v1/rules/import",
  action: "rules.write",
  ...RULES,
  weight: HEAVY,
  summary: "Import rules from a text or CSV file",
  // As for creating rules; the repeated import then reports those of the first as duplicates.
  idempotent: true,
  description:
    "A header may name columns `action`, `note` and `expires_at`, so that an export of the console imports back as it was. An import is undone by its `import_id`.",
  query: z.object({
    action: ruleAction.optional().meta({ example: "block" }).describe(
      "Of the lines that name no action; required unless all do",
    ),
    dry_run: isDryRun,
  }),
  rawBody: {
    types: ["text/plain", "text/csv"],
    description: "The file as it is: one entry per line, at most 10,000",
    example: "198.51.100.7\nfraud.example\nAS64500\n",
    read: async (c) => {
      if (!FILE_TYPES.has(mediaType(header(c, "content-type")))) {
        throw new AppError("unsupported_media_type", "send the file as text/plain or text/csv");
      }
      return await readBody(c, LARGE_BODY_LIMIT);
    },
  },
  errors: ["too_many_items", "unavailable"],
  response: rulesImported,
  exampleParts: {
    action: "block",
    import_id: "imp_3f2d9c0e4b17a1c25d6e7f80",
    imported: 2,
    duplicates_in_file: 1,
    by_kind: { ip: 1, domain: 1 },
    skipped: [{ line: 1, value: "value", reason: "header" }],
    warnings: [{ line: 3, value: "*.fraud.example", read_as: "fraud.example" }],
  },
  handler: async (request) => {
    const { services, caller, raw, query: { action = null, dry_run } } = request;
    if (dry_run) await request.c.env.load.claim(caller.account.id);
    return withRequestId(request, await importRules(services, caller, raw, action, dry_run));
  },
});

export const ruleEndpoints: readonly Endpoint[] = [
  list,
  create,
  read,
  change,
  remove,
  removeAll,
  importFile,
];
