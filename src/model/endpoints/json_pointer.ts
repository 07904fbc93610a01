/** JSON Pointers (RFC 6901). */

/** True for "" and for texts whose parts begin with a slash and whose tildes are escapes. */
export function isPointer(text: string): boolean {
  return /^(?:\/(?:[^~/]|~[01])*)*$/.test(text);
}

/** What is there; undefined when nothing is. Only own properties count. */
export function resolvePointer(document: unknown, pointer: string): unknown {
  let value = document;
  for (const part of pointer.split("/").slice(1)) {
    const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(value)) value = /^(?:0|[1-9]\d*)$/.test(name) ? value[Number(name)] : undefined;
    else if (typeof value === "object" && value !== null && Object.hasOwn(value, name)) {
      value = (value as Record<string, unknown>)[name]; // an object with that own property
    } else return undefined;
  }
  return value;
}
