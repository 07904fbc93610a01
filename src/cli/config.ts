/** `config`: the settings in force; secrets are not shown. */
import { settingRows } from "../config.ts";
import type { CommandContext } from "./context.ts";
import { table } from "./table.ts";
import { readArgs } from "./usage.ts";

export function configCommand(args: readonly string[], context: CommandContext): Promise<number> {
  const { values } = readArgs(args, { json: { type: "boolean", default: false } }, false);
  const rows = settingRows(context.env);
  if (values.json) {
    context.print(JSON.stringify(Object.fromEntries(rows.map((row) => [row.name, row.value]))));
  } else {context.print(
      table(
        rows.map(({ name, value, set, about }) => ({
          name,
          value,
          from: set ? "environment" : "default",
          about,
        })),
      ),
    );}
  return Promise.resolve(0);
}
