/** Which column of a file holds what: as it was said, otherwise guessed by its name. */

export const ROLES = [
  "time",
  "ip",
  "email",
  "phone",
  "phone_country",
  "device",
  "domain",
  "label",
  "score",
] as const;
export type Role = typeof ROLES[number];

/** Names of columns by role. */
export type ColumnNames = { readonly [role in Role]?: string };

/** Names that are understood, without case, spaces and punctuation; the first of a role that the file has is used. */
const NAMES: Readonly<Record<Role, readonly string[]>> = {
  time: [
    "signuptime",
    "signedupat",
    "signupat",
    "signupdate",
    "registeredat",
    "registrationtime",
    "registrationdate",
    "createdat",
    "created",
    "timestamp",
    "time",
    "eventtime",
    "datetime",
    "date",
    "ts",
  ],
  ip: [
    "ip",
    "ipaddress",
    "ipaddr",
    "signupip",
    "clientip",
    "userip",
    "remoteip",
    "remoteaddr",
    "registrationip",
  ],
  email: ["email", "emailaddress", "useremail", "mail", "signupemail"],
  phone: ["phone", "phonenumber", "userphone", "mobile", "mobilenumber", "telephone", "tel", "msisdn"],
  phone_country: ["phonecountry", "phonecountrycode"],
  device: [
    "device",
    "deviceid",
    "devicefingerprint",
    "fingerprint",
    "visitorid",
    "devicehash",
    "browserid",
  ],
  domain: ["domain", "emaildomain"],
  label: [
    "fraud",
    "isfraud",
    "fraudulent",
    "label",
    "fraudlabel",
    "outcome",
    "isfraudulent",
    "chargeback",
    "class",
  ],
  score: ["score", "riskscore", "fraudscore", "vendorscore", "otherscore"],
};

/** Given as the name of a column: the role has none, whatever the columns are called. */
const NO_COLUMN = "none";

/** Roles of which at least one is needed. */
const VALUES = ["ip", "email", "phone", "device", "domain"] as const satisfies readonly Role[];

/** The column of each role, from 0. */
export type Columns = { readonly [role in Role]?: number };

export interface FoundColumns {
  readonly columns: Columns;
  /** As the file names them. */
  readonly names: ColumnNames;
  /** Roles that were guessed. */
  readonly guessed: readonly Role[];
  /** The first ones. */
  readonly unused: readonly string[];
}

/** A file, or what was said about it, that cannot be used; the message says why. */
export class BacktestInputError extends Error {
  override readonly name = "BacktestInputError";
}

const MAX_LISTED = 40;

/** @throws BacktestInputError when a named column is missing, or there is no time or no value */
export function findColumns(header: readonly string[], given: ColumnNames): FoundColumns {
  const columns: { [role in Role]?: number } = {};
  const names: { [role in Role]?: string } = {};
  const guessed: Role[] = [];
  const cells = header.map((cell) => cell.trim());
  const taken = new Set<number>();
  const take = (role: Role, index: number) => {
    columns[role] = index;
    names[role] = shortened(cells[index]!);
    taken.add(index);
  };
  const without = new Set<Role>();
  for (const role of ROLES) {
    const name = given[role]?.trim();
    if (name === undefined || name === "") continue;
    const exact = cells.indexOf(name);
    if (exact < 0 && name.toLowerCase() === NO_COLUMN) {
      without.add(role);
      continue;
    }
    const index = exact >= 0 ? exact : cells.findIndex((cell) => plain(cell) === plain(name));
    if (index < 0) throw new BacktestInputError(`there is no column ${quoted(name)}; ${listed(cells)}`);
    take(role, index);
  }
  const plainCells = cells.map(plain);
  for (const role of ROLES) {
    if (columns[role] !== undefined || without.has(role)) continue;
    const name = NAMES[role].find((name) =>
      plainCells.some((cell, index) => cell === name && !taken.has(index))
    );
    if (name === undefined) continue;
    take(role, plainCells.findIndex((cell, index) => cell === name && !taken.has(index)));
    guessed.push(role);
  }
  if (columns.time === undefined) {
    throw new BacktestInputError(`no column is named like the time of a sign-up; name it; ${listed(cells)}`);
  }
  if (VALUES.every((role) => columns[role] === undefined)) {
    throw new BacktestInputError(
      `no column is named like an IP address, e-mail address, phone number, device or domain; name one; ${
        listed(cells)
      }`,
    );
  }
  return {
    columns,
    names,
    guessed,
    unused: cells.filter((_, index) => !taken.has(index)).slice(0, MAX_LISTED).map(shortened),
  };
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}

function listed(cells: readonly string[]): string {
  const more = cells.length > MAX_LISTED ? `, and ${cells.length - MAX_LISTED} more` : "";
  return `the file's columns are: ${cells.slice(0, MAX_LISTED).map(quoted).join(", ")}${more}`;
}

function quoted(name: string): string {
  return JSON.stringify(shortened(name));
}

function shortened(name: string): string {
  return name.slice(0, 60).toWellFormed();
}
