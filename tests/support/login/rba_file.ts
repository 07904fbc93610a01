/** Log-ins as lines of a CSV file in the columns of the RBA data set. */
import type { LoginRow } from "../../../src/cli/simulate/login_columns.ts";
import { csvLine } from "../../../src/service/csv.ts";

const INDEX = "index";
const COLUMNS: readonly (readonly [name: string, cell: (row: LoginRow) => string])[] = [
  ["Login Timestamp", ({ at }) => new Date(at).toISOString().replace("T", " ").replace("Z", "")],
  ["User ID", ({ user }) => user],
  ["Round-Trip Time [ms]", ({ roundTripMs }) => `${roundTripMs}`],
  ["IP Address", ({ address }) => address],
  ["Country", ({ country }) => country],
  ["Region", ({ region }) => region],
  ["City", ({ city }) => city],
  ["ASN", ({ asn }) => `${asn}`],
  ["User Agent String", ({ userAgent }) => userAgent],
  ["Browser Name and Version", ({ browser }) => browser],
  ["OS Name and Version", ({ os }) => os],
  ["Device Type", ({ deviceType }) => deviceType],
  ["Login Successful", ({ successful }) => python(successful)],
  ["Is Attack IP", ({ isAttackAddress }) => python(isAttackAddress)],
  ["Is Account Takeover", ({ isTakeover }) => python(isTakeover)],
];

function python(value: boolean): string {
  return value ? "True" : "False";
}

export function loginHeader(): string {
  return csvLine([INDEX, ...COLUMNS.map(([name]) => name)]);
}

export function loginLine(index: number, row: LoginRow): string {
  return csvLine([`${index}`, ...COLUMNS.map(([, cell]) => cell(row))]);
}
