/** Compiles Google's carrier ranges, as an npm package has them, into the bytes that `CarrierRanges` reads. */
import { writeCarrierRanges } from "../src/signals/phone/carrier.ts";

/** A package with fewer ranges has probably changed its format. */
const LEAST = 20_000;
const STRING = 2;

/**
 * @param folder of the package; it has a BSON document of national prefix and operator for each calling code
 * @throws Error when a document is not as expected, or there are far fewer ranges
 */
export async function compileCarrierRanges(folder: string, least = LEAST): Promise<Uint8Array> {
  const files = await Array.fromAsync(Deno.readDir(`${folder}/resources/carrier/en`));
  const ranges = await Promise.all(files.map(async ({ name }) => {
    const document = await Deno.readFile(`${folder}/resources/carrier/en/${name}`);
    return readStrings(document).map(([national, operator]) => {
      const prefix = name.replace(".bson", national);
      if (!/^[1-9]\d{0,11}$/.test(prefix) || /[\t\n]/.test(operator)) throw new Error(`${name}: ${national}`);
      return [prefix, repaired(operator)] as const;
    });
  }));
  const all = ranges.flat().toSorted(([a], [b]) => a < b ? -1 : 1);
  if (all.length < least) throw new Error(`there are only ${all.length} ranges of carriers`);
  return writeCarrierRanges(all);
}

/** The pairs of a BSON document (bsonspec.org) of strings. */
function readStrings(document: Uint8Array): [string, string][] {
  const [view, decoder, pairs] = [new DataView(document.buffer), new TextDecoder(), [] as [string, string][]];
  if (view.getInt32(0, true) !== document.length) throw new Error("not a BSON document");
  for (let at = 4; document[at] !== 0;) {
    if (document[at] !== STRING) throw new Error("not a BSON document of strings");
    const end = document.indexOf(0, at + 1);
    const start = end + 5;
    const next = start + view.getInt32(end + 1, true);
    const text = (from: number, to: number) => decoder.decode(document.subarray(from, to));
    pairs.push([text(at + 1, end), text(start, next - 1)]);
    at = next;
  }
  return pairs;
}

/** Some names of the source are UTF-8 that was read as Latin-1: `TelefÃ³nica`. */
function repaired(name: string): string {
  if (!/Ã[\x80-\xbf]/.test(name)) return name;
  return new TextDecoder().decode(Uint8Array.from(name, (letter) => letter.charCodeAt(0)));
}
