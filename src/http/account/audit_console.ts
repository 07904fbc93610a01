/** The audit log in the console. */
import type { ConsolePages } from "../console/pages.ts";
import { auditEntry, auditPage } from "../../service/site/audit.ts";
import { listKeys } from "../../service/site/keys.ts";
import { AuditEntryPage, AuditPage } from "./audit_page.tsx";
import { html } from "../site/respond.ts";

/** The form of an entry's id; other text in the address is ignored. */
const ENTRY_ID = /^[0-9a-f-]{1,60}$/;

export const auditPages: ConsolePages = {
  menu: [{ group: "Account", href: "/console/audit", name: "Audit log", within: true }],
  reads: "audit.read",
  pages: {
    "/console/audit": async ({ c, view, services, signed }) => {
      const given = c.req.query("before") ?? "";
      const before = ENTRY_ID.test(given) ? given : null;
      const page = await auditPage(services, signed.caller, before);
      const keys = listKeys(services, signed.caller);
      return html(c, AuditPage({ view, page, keys, first: before === null }));
    },
    "/console/audit/:id": async ({ c, view, services, signed }) => {
      const id = c.req.param("id") ?? "";
      const entry = await auditEntry(services, signed.caller, ENTRY_ID.test(id) ? id : "-");
      const keys = listKeys(services, signed.caller);
      const from = /^\d{1,3}$/.test(c.req.query("from") ?? "") ? Number(c.req.query("from")) : 0;
      return html(c, AuditEntryPage({ view, entry, keys, from }));
    },
  },
};
