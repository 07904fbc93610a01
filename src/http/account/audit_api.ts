/** `GET /v1/audit`: who did what to the account. */
import { auditPage, entryBody } from "../../service/access/audit_log.ts";
import { AUDIT_CSV_PAGE, auditCsv } from "../../service/access/audit_csv.ts";
import { endpoint, HEAVY, withRequestId } from "../endpoint.ts";
import { csv, wantsCsv } from "../respond.ts";
import { auditQuery, auditResult } from "./audit_schema.ts";

export const audit = endpoint({
  method: "get",
  path: "/v1/audit",
  family: "account",
  action: "audit.read",
  tag: "Account",
  free: true,
  summary: "Read the audit log",
  description:
    "Who (a person or a key) did what, when, from which network, and from what to what, of the last 400 days, the newest first. " +
    "Equal events of one minute are one entry, which names each of them. Values of your users are masked, also when the rule they were in is gone. Free. " +
    "With `format=csv` all entries that fit are sent as CSV, whatever the limit.",
  query: auditQuery,
  errors: ["test_key_refused"],
  csv: {
    description:
      "All entries that fit. A cell that a spreadsheet would take for a formula begins with an apostrophe",
    example:
      "audit_id,at,until,times,action,by,by_id,person,key,via,network,count,objects,names,changes,details\r\n" +
      "019aaf6d2a00-4f2c1a-9b2d3c4e5f60,2026-11-23T09:30:00.000Z,2026-11-23T09:30:00.000Z,1,account_changed,key production,key_1a2b3c,,key_1a2b3c,api,203.0.113.•,1,,,linkage_scoring: report → score,linkage_scoring: score\r\n",
  },
  response: auditResult,
  handler: async (request) => {
    const { c, services, caller, query } = request;
    const { cursor, limit, format, ...filter } = query;
    if (format || wantsCsv(c)) {
      await c.env.load.claim(caller.account.id, HEAVY);
      const first = await auditPage(services, caller, filter, { cursor, limit: AUDIT_CSV_PAGE });
      return csv(c, "audit.csv", auditCsv(services, caller, filter, first));
    }
    const page = await auditPage(services, caller, filter, { cursor, limit });
    return withRequestId(request, {
      entries: page.entries.map((entry) => entryBody(services, entry)),
      cursor: page.cursor,
    });
  },
});
