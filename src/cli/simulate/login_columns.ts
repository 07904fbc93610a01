/** Log-ins in the columns of the RBA data set (das-group/rba-dataset, CC BY 4.0), and how they are read from CSV. */
import { cellsOf, openCsv } from "../../service/backtest/csv_records.ts";
import type { ByteSource } from "../../service/backtest/csv_records.ts";

export interface LoginRow {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly user: string;
  readonly roundTripMs: number;
  readonly address: string;
  readonly country: string;
  readonly region: string;
  readonly city: string;
  readonly asn: number;
  readonly userAgent: string;
  readonly browser: string;
  readonly os: string;
  readonly deviceType: string;
  readonly successful: boolean;
  readonly isAttackAddress: boolean;
  readonly isTakeover: boolean;
}

const INDEX = "index";

/** What the ratio is made of, as texts of the file. */
export interface ReadLogin {
  /** That of the file's column, or the number of the record from 0. */
  readonly index: string;
  readonly user: string;
  /** From the whole value on: address, AS number, country. */
  readonly address: readonly string[];
  /** User agent, browser, system, class of device. */
  readonly agent: readonly string[];
  readonly successful: boolean;
}

const ADDRESS = ["IP Address", "ASN", "Country"] as const;
const AGENT = [
  "User Agent String",
  "Browser Name and Version",
  "OS Name and Version",
  "Device Type",
] as const;

/**
 * In the order of the file, which is that of their times. Null: a record that cannot be read, or in which a needed cell is empty.
 * @throws Error where a needed column is missing
 */
export function* readLogins(source: ByteSource): Generator<ReadLogin | null> {
  const { header, delimiter, records } = openCsv(source, (why) => new Error(why));
  const names = header.map((name) => name.trim());
  const at = (name: string): number => {
    const found = names.indexOf(name);
    if (found === -1) throw new Error(`the file has no column "${name}"`);
    return found;
  };
  const [user, successful] = [at("User ID"), at("Login Successful")];
  const [address, agent] = [ADDRESS.map(at), AGENT.map(at)];
  const index = names.indexOf(INDEX);
  let count = 0;
  for (const record of records) {
    const number = `${count++}`;
    const cells = record.problem === undefined ? cellsOf(source, record, delimiter) : null;
    const needed = cells === null
      ? [""]
      : [user, successful, ...address, ...agent].map((each) => cells[each]);
    if (cells === null || needed.some((cell) => cell === undefined || cell === "")) {
      yield null;
      continue;
    }
    yield {
      index: index === -1 ? number : cells[index] ?? number,
      user: cells[user]!,
      address: address.map((each) => cells[each]!),
      agent: agent.map((each) => cells[each]!),
      successful: /^(?:true|1)$/i.test(cells[successful]!),
    };
  }
}
