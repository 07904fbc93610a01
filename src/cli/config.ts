/** `config`: the current settings, without secrets. */
import { settingRows } from "../app/settings/config.ts";
import type { CommandContext } from "./context.ts";
import { table } from "./table.ts";
import { readArgs } from "./usage.ts";

export function configCommand(args: readonly string[], context: CommandContext): Promise<number> {
  const { values } = readArgs(args, { json: { type: "boolean", default: false } }, false);
  const rows = settingRows(context.env);
  const lines = values.json
    ? JSON.stringify(Object.fromEntries(rows.map((row) => [row.name, row.value])))
    : table(rows.map(({ name, value, set, about }) => {
      return { name, value, from: set ? "environment" : "default", about };
    }));
  context.print(lines);
  return Promise.resolve(0);
}
