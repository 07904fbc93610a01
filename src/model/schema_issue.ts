/** What a schema found wrong with one place of the input, as a sentence fragment for the caller. */

/** An issue of zod, as far as sentences need it. */
export interface SchemaIssue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly input?: unknown;
  readonly expected?: string | undefined;
  readonly origin?: string | undefined;
  readonly format?: string | undefined;
  readonly maximum?: number | bigint | undefined;
  readonly minimum?: number | bigint | undefined;
  readonly values?: readonly unknown[] | undefined;
}

export function issueSentence(issue: SchemaIssue): string {
  if (issue.code === "invalid_type" && issue.input === undefined) return "is required";
  if (issue.code === "invalid_type") return `must be ${article(issue.expected ?? "value")}`;
  if (issue.code === "too_big" && issue.origin === "string") {
    return `may have at most ${issue.maximum} characters`;
  }
  if (issue.code === "too_small" && issue.origin === "string") {
    return issue.minimum === 1 ? "must not be empty" : `must have at least ${issue.minimum} characters`;
  }
  if (issue.code === "too_big" && issue.origin === "array") {
    return `may have at most ${issue.maximum} entries`;
  }
  if (issue.code === "too_small" && issue.origin === "array") {
    return issue.minimum === 1 ? "must not be empty" : `must have at least ${issue.minimum} entries`;
  }
  if (issue.code === "too_big") return `must be at most ${issue.maximum}`;
  if (issue.code === "too_small") return `must be at least ${issue.minimum}`;
  if (issue.code === "invalid_value") return `must be one of ${(issue.values ?? []).map(String).join(", ")}`;
  if (issue.code === "invalid_format" && issue.format === "datetime") {
    return "must be a timestamp such as 2030-01-31T12:00:00Z";
  }
  return issue.message;
}

/** Zod's name of a type, with its article. */
function article(type: string): string {
  if (type === "int") return "a whole number";
  if (type === "boolean") return "true or false";
  if (type === "record") return "an object";
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`;
}
