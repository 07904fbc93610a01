/** The filters of the audit log, as they are in the address of its page. */

/** Texts as a person gives them; "" means not given. */
export interface AuditQuery {
  readonly person: string;
  readonly key: string;
  readonly action: string;
  readonly object: string;
  /** Days, or RFC 3339. */
  readonly from: string;
  readonly to: string;
}

export const AUDIT_FIELDS = [
  "person",
  "key",
  "action",
  "object",
  "from",
  "to",
] as const satisfies readonly (keyof AuditQuery)[];

/** @param more other parameters */
export function auditAddress(
  query: Partial<AuditQuery>,
  more: Readonly<Record<string, string | null>> = {},
): string {
  const given = new URLSearchParams();
  for (const field of AUDIT_FIELDS) if (query[field]) given.set(field, query[field]);
  for (const [name, text] of Object.entries(more)) if (text !== null) given.set(name, text);
  return given.size === 0 ? "/console/audit" : `/console/audit?${given}`;
}
