/** `POST /v1/outcomes/import`: files of labels; `DELETE /v1/outcomes/import/{import_id}` undoes one. */
import { z } from "@hono/zod-openapi";
import { AppError } from "../../model/error.ts";
import { importLabels, undoLabelImport } from "../../service/feedback/import/label_import.ts";
import { LARGE_BODY_LIMIT, readBody } from "../body.ts";
import { endpoint, HEAVY, type ValidRequest, withRequestId } from "../endpoint.ts";
import { header, mediaType } from "../header.ts";
import { importQuery, importResult, importUndone } from "./import_schema.ts";

const IMPORTS = { family: "general", action: "imports.write", tag: "Feedback", free: true } as const;

/** "" is none; the last two are what clients send by default. */
const FILE_TYPES: ReadonlySet<string> = new Set([
  "",
  "text/csv",
  "text/plain",
  "application/csv",
  "application/octet-stream",
  "application/x-www-form-urlencoded",
]);

export const labelImport = endpoint({
  method: "post",
  path: "/v1/outcomes/import",
  ...IMPORTS,
  weight: HEAVY,
  summary: "Import labels from a CSV file",
  // The same file again changes nothing that it labelled.
  idempotent: true,
  description:
    "A header names the columns: a request id, user id, e-mail address or phone number, and if you have them a date, an outcome and a type of fraud. A row labels the score of its request, or the newest live score of the last 180 days of its user id, address or number. Words such as `chargeback`, `ja` or `Betrug` are understood; `words` says what others mean, and `dry_run=true` lists them. At most 10,000 rows. Undone by its `import_id` for 180 days. Free.",
  query: importQuery,
  rawBody: {
    types: ["text/csv"],
    description: "The file as it is, UTF-8; columns separated by commas, semicolons, tabs or |",
    example: "email,outcome,type\na@mailinator.com,Betrug,bonus_abuse\njane@example.org,ok,\n",
    read: async (c) => {
      if (!FILE_TYPES.has(mediaType(header(c, "content-type")))) {
        throw new AppError("unsupported_media_type", "send the file as text/csv");
      }
      return await readBody(c, LARGE_BODY_LIMIT);
    },
  },
  errors: ["too_many_items", "test_key_refused", "account_paused", "unsupported_media_type"],
  response: importResult,
  handler: async (request) => {
    const { services, caller, query, raw } = request;
    const { dry_run, words, columns, date_format, outcome, type } = query;
    const result = await importLabels(services, caller, raw, {
      dryRun: dry_run,
      ...(words === undefined ? {} : { words: new Map(Object.entries(words)) }),
      ...(columns === undefined ? {} : { columns }),
      ...(date_format === undefined || date_format === "" ? {} : { dateFormat: date_format }),
      ...(outcome == null ? {} : { outcome }),
      ...(type === undefined ? {} : { type }),
    });
    return withRequestId(request, result);
  },
});

export const labelImportUndo = endpoint({
  method: "delete",
  path: "/v1/outcomes/import/{import_id}",
  ...IMPORTS,
  weight: HEAVY,
  summary: "Undo an import of labels",
  description:
    "Each score gets the label again that it had before the import, or none. Labels that were changed since stay. An undo that was interrupted is sent again.",
  params: z.object({
    import_id: z.string().meta({ example: "imp_019a9f3c2b7e3f2d9c0e4b17" }).describe("Of the import"),
  }),
  errors: ["not_found", "test_key_refused", "account_paused"],
  response: importUndone,
  handler: async (request: ValidRequest) => {
    const { c, services, caller } = request;
    const undone = await undoLabelImport(services, caller, c.req.param("import_id") ?? "");
    return withRequestId(request, undone);
  },
});
