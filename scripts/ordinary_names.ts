/** Words, cities and given names that are not the mailbox of a function, for `measure_email.ts`. */
import { BUNDLE_FILE, readBundleFile } from "../src/feeds/tables/bundle_file.ts";
import { StringColumn } from "../src/feeds/tables/string_column.ts";
import { rowsOf } from "../src/model/table_text.ts";
import { latinLocalPart } from "../src/signals/email/machine_generated.ts";
import { parseNames } from "./handle_samples.ts";

const OF_EACH = 1000;
/** Departments, posts and mail processes among the words of `data/plain_words.txt`. */
const FUNCTIONS = new Set(
  ("account accounts accounting admin administrator admission admissions ads advertisement alumni billing booking " +
    "bookings careers claims compliance consulting contact customer editor enrollment feedback finance fulfillment " +
    "help hello info invoice invoices jobs legal library mail mailer mailing maintenance management manager " +
    "marketing media membership moderator news newsletter newsroom office ombudsman order orders payment payments " +
    "payroll post press privacy procurement recruitment registration reservations sales security service services " +
    "shop staff store suppliers support team tech tickets training warranty web webmaster website").split(
      " ",
    ),
);

/** A thousand of each, evenly spread over their lists. @param root the project's folder, with `data/` and `build/` */
export async function ordinaryNames(root: string): Promise<string[]> {
  const words = rowsOf(Deno.readTextFileSync(`${root}/data/plain_words.txt`)).flatMap((row) =>
    row.split(/\s+/)
  );
  const { given } = parseNames(Deno.readTextFileSync(`${root}/scripts/handle_names.txt`));
  const names = [words.filter((word) => !FUNCTIONS.has(word)), await citiesOf(root), given];
  return names.flatMap((list) => spread(list.filter((name) => /^[a-z]{3,}$/.test(name))));
}

/** As a local part would spell them: `sanfrancisco`. */
async function citiesOf(root: string): Promise<string[]> {
  const { sections } = await readBundleFile(`${root}/build/${BUNDLE_FILE}`);
  const offsets = sections.get("places.cities.offsets")!;
  const column = new StringColumn(
    new Uint32Array(offsets.buffer, offsets.byteOffset, offsets.byteLength / 4),
    sections.get("places.cities.text")!,
  );
  const cities = Array.from({ length: column.length }, (_, index) => column.at(index).toLowerCase());
  return [...new Set(cities)].map((city) => latinLocalPart(city)?.replaceAll(/[^a-z]/g, "") ?? "");
}

function spread(list: readonly string[]): string[] {
  const step = list.length / OF_EACH;
  return Array.from({ length: OF_EACH }, (_, index) => list[Math.floor(index * step)]!);
}
