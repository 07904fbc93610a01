/** Serialises Structured Fields (RFC 9651) to their canonical text. Every parsed value has one. */
import type { BareItem, Dictionary, InnerList, Item, Member, Parameters } from "./structured_fields.ts";

export function serializeDictionary(dictionary: Dictionary): string {
  return [...dictionary.members].map(([key, member]) =>
    isTrue(member) ? key + serializeParameters(member.parameters) : `${key}=${serializeMember(member)}`
  ).join(", ");
}

export function serializeList(members: readonly Member[]): string {
  return members.map(serializeMember).join(", ");
}

export function serializeMember(member: Member): string {
  return member.kind === "item" ? serializeItem(member) : serializeInnerList(member);
}

function serializeInnerList(list: InnerList): string {
  return `(${list.items.map(serializeItem).join(" ")})${serializeParameters(list.parameters)}`;
}

export function serializeItem(item: Item): string {
  return serializeBareItem(item.value) + serializeParameters(item.parameters);
}

export function serializeParameters(parameters: Parameters): string {
  if (parameters.size === 0) return "";
  let text = "";
  for (const [key, value] of parameters) {
    text += value.type === "boolean" && value.value ? `;${key}` : `;${key}=${serializeBareItem(value)}`;
  }
  return text;
}

export function serializeBareItem(item: BareItem): string {
  switch (item.type) {
    case "string":
      return SPECIAL.test(item.value) ? `"${item.value.replace(SPECIALS, "\\$&")}"` : `"${item.value}"`;
    case "token":
      return item.value;
    case "integer":
      return String(item.value === 0 ? 0 : item.value);
    case "decimal":
      return decimal(item.value);
    case "date":
      return `@${item.value === 0 ? 0 : item.value}`;
    case "boolean":
      return item.value ? "?1" : "?0";
    case "bytes":
      return `:${item.value.toBase64()}:`;
    case "display":
      return `%"${escaped(item.value)}"`;
  }
}

const SPECIAL = /["\\]/;
const SPECIALS = /["\\]/g;

function isTrue(member: Member): boolean {
  return member.kind === "item" && member.value.type === "boolean" && member.value.value;
}

/** One to three digits after the point. */
function decimal(value: number): string {
  const text = (value === 0 ? 0 : value).toFixed(3);
  return text.endsWith("00") ? text.slice(0, -2) : text.endsWith("0") ? text.slice(0, -1) : text;
}

/** Percent-encodes by RFC 9651 section 4.1.11: `%`, `"` and everything outside printable ASCII, in lower case. */
function escaped(value: string): string {
  let text = "";
  for (const byte of new TextEncoder().encode(value)) {
    const plain = byte >= 0x20 && byte <= 0x7e && byte !== 0x22 && byte !== 0x25;
    text += plain ? String.fromCharCode(byte) : `%${byte.toString(16).padStart(2, "0")}`;
  }
  return text;
}
