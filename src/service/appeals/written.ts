/** What the person of an appeal wrote, as it is encrypted. */
import { asObject, parseJson, stringMember } from "../../model/json.ts";
import type { Seal } from "../../records/seal.ts";

interface Written {
  readonly text: string;
  /** Null: the answer is on the page only. */
  readonly replyTo: string | null;
}

export function writtenText(written: Written): string {
  return JSON.stringify(written);
}

/** Null: the secret that it was encrypted under was dropped. */
export function readWritten(seal: Seal, sealed: string): Written | null {
  const opened = seal.decrypt(sealed);
  const json = opened === null ? null : asObject(parseJson(opened));
  const text = json === null ? null : stringMember(json, "text");
  return json === null || text === null ? null : { text, replyTo: stringMember(json, "replyTo") };
}
