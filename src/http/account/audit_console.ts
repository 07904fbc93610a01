/** The audit log in the console. */
import { AUDIT_ACTIONS } from "../../model/access/audit.ts";
import { DAY_MS } from "../../model/duration.ts";
import { AppError } from "../../model/error.ts";
import { AUDIT_ID, auditEntry, type AuditFilter, auditPage, whoOf } from "../../service/access/audit_log.ts";
import { AUDIT_CSV_PAGE, auditCsv } from "../../service/access/audit_csv.ts";
import { listPeople } from "../../service/people/people.ts";
import { listKeys } from "../../service/site/keys.ts";
import type { ConsolePages } from "../console/pages.ts";
import { HEAVY } from "../endpoint.ts";
import { momentFrom } from "../moment_query.ts";
import { csv } from "../respond.ts";
import { type SignedVisit, tryForm } from "../site/page_handler.ts";
import { html } from "../site/respond.ts";
import { AuditEntryPage } from "./audit_entry.tsx";
import { AuditPage } from "./audit_page.tsx";
import { namesOf } from "./audit_words.ts";
import { AUDIT_FIELDS, type AuditQuery } from "./audit_query.ts";

const ENTRIES_PER_PAGE = 50;
/** Longer texts fit nothing that is stored. */
const MAX_TEXT = 200;

export const auditPages: ConsolePages = {
  menu: [{ group: "Team", href: "/console/audit", name: "Audit log", within: true }],
  reads: "audit.read",
  pages: {
    "/console/audit": showLog,
    "/console/audit/:id": showEntry,
  },
};

async function showLog({ c, view, services, signed }: SignedVisit): Promise<Response> {
  const query = Object.fromEntries(
    AUDIT_FIELDS.map((field) => [field, (c.req.query(field) ?? "").trim().slice(0, MAX_TEXT)]),
  ) as unknown as AuditQuery;
  const given = c.req.query("before") ?? "";
  const cursor = AUDIT_ID.test(given) ? given : null;
  const keys = listKeys(services, signed.caller);
  const { people } = await listPeople(services, signed.caller);
  const who = whoOf.bind(null, services);
  return await tryForm(
    c,
    async () => {
      const filter = filterOf(query);
      if (c.req.query("format") === "csv") {
        await c.env.load.claim(signed.caller.account.id, HEAVY);
        const first = await auditPage(services, signed.caller, filter, {
          cursor: null,
          limit: AUDIT_CSV_PAGE,
        });
        return csv(c, "audit.csv", auditCsv(services, signed.caller, filter, first));
      }
      const page = await auditPage(services, signed.caller, filter, { cursor, limit: ENTRIES_PER_PAGE });
      return html(c, AuditPage({ view, query, page, keys, people, who, first: cursor === null }));
    },
    (error) => AuditPage({ view, query, page: null, keys, people, who, first: true, problem: error.message }),
  );
}

async function showEntry({ c, view, services, signed }: SignedVisit): Promise<Response> {
  const entry = await auditEntry(services, signed.caller, c.req.param("id") ?? "");
  const from = /^\d{1,3}$/.test(c.req.query("from") ?? "") ? Number(c.req.query("from")) : 0;
  const people = namesOf((await listPeople(services, signed.caller)).people);
  return html(c, AuditEntryPage({ view, entry, people, who: whoOf(services, entry), from }));
}

/** @throws AppError invalid_value */
function filterOf({ person, key, action, object, from, to }: AuditQuery): AuditFilter {
  const known = AUDIT_ACTIONS.find((each) => each === action) ?? null;
  if (known === null && action !== "") throw refuse("action", "choose one of the list");
  return {
    person: person || null,
    key: key || null,
    action: known,
    object: object || null,
    from: dayOf("from", from, 0),
    // The day is included.
    to: dayOf("to", to, DAY_MS),
  };
}

function dayOf(field: keyof AuditQuery, text: string, ofDay: number): number | null {
  if (text === "") return null;
  const at = momentFrom(text, ofDay);
  if (at === null) throw refuse(field, "must be a day such as 2026-11-22");
  return at;
}

function refuse(parameter: keyof AuditQuery, detail: string): AppError {
  return new AppError("invalid_value", `${parameter}: ${detail}.`, { errors: [{ parameter, detail }] });
}
