import assert from "node:assert/strict";
import {
  BacktestInputError,
  type ColumnNames,
  findColumns,
} from "../../../../src/service/backtest/columns.ts";

const FOUND: readonly [header: string, given: ColumnNames, columns: Record<string, number>][] = [
  ["signup_time,ip,device,fraud", {}, { time: 0, ip: 1, device: 2, label: 3 }],
  ["Created At,IP Address,E-Mail,Phone Number,is_fraud", {}, {
    time: 0,
    ip: 1,
    email: 2,
    phone: 3,
    label: 4,
  }],
  ["date,timestamp,email", {}, { time: 1, email: 2 }],
  ["t,email,a", { time: "t", label: "a" }, { time: 0, email: 1, label: 2 }],
  ["time,ip,client_ip", { ip: "client_ip" }, { time: 0, ip: 2 }],
  ["time,email,label,fraud", { score: "label" }, { time: 0, email: 1, score: 2, label: 3 }],
  ["time,Ip", { ip: "IP" }, { time: 0, ip: 1 }],
  ["time,ip", { email: "" }, { time: 0, ip: 1 }],
];

Deno.test("columns are taken as said, and guessed by their names", () => {
  for (const [header, given, columns] of FOUND) {
    assert.deepEqual(findColumns(header.split(","), given).columns, columns, header);
  }
  const { guessed, unused } = findColumns(["time", "x", "ip"], { ip: "x" });
  assert.deepEqual([guessed, unused], [["time"], ["ip"]]);
});

const REFUSED: readonly [header: string, given: ColumnNames, says: RegExp][] = [
  ["ip,fraud", {}, /time of a sign-up.*"ip", "fraud"/],
  ["time,fraud", {}, /like an IP address/],
  ["time,ip", { label: "truth" }, /no column "truth"/],
];

Deno.test("a column that is missing is said, with those that there are", () => {
  for (const [header, given, says] of REFUSED) {
    assert.throws(() => findColumns(header.split(","), given), (error) => {
      assert.ok(error instanceof BacktestInputError);
      return says.test(error.message);
    });
  }
});
