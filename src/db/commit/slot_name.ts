/** Names of slots and chunks: parts of stored keys. */

/** A record's segment and index as one text. Names sort by time; two of one millisecond as their segments. */
export type SlotName = string;

/** Of a segment's id: 12 digits of its time, 6 of its nonce. */
const SEGMENT_CHARS = 18;

export function slotName(segment: string, index: number): SlotName {
  return segment + chunkName(index);
}

export function slotOf(name: SlotName): { segment: string; index: number } {
  return { segment: name.slice(0, SEGMENT_CHARS), index: parseInt(name.slice(SEGMENT_CHARS), 16) };
}

/** By the index of the first record. Three digits. */
export function chunkName(index: number): string {
  return (0x1000 + index).toString(16).slice(1);
}

/** Characters of a name after its last slot. */
const ID_CHARS = 8;

/** A new name of what is made of the slots before `end`: it begins with their last time. */
export function nameAfter(end: SlotName, id: () => string): string {
  return `${end}${id().replaceAll("-", "").slice(0, ID_CHARS)}`;
}
