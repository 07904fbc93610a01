/** Predicates of stored values: what a value must be at least. Fields that are not named are data of another version. */

export type Shape = (value: unknown) => boolean;

/** What a keyspace stores. */
export interface EntryShape {
  /** Parts of the key after the prefix. */
  readonly parts: number;
  readonly value: Shape;
  /** True: a counter. */
  readonly counter?: true;
  /** Fields of the value that repeat parts of the key, by the index of the part. */
  readonly repeats?: Readonly<Record<string, number>>;
}

export const text: Shape = (value) => typeof value === "string";
export const number: Shape = (value) => typeof value === "number" && Number.isFinite(value);
export const count: Shape = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
export const flag: Shape = (value) => typeof value === "boolean";

/** To be shown to people in one line. */
export const label: Shape = (value) => typeof value === "string" && !/\p{Cc}/u.test(value);

export function oneOf(...values: readonly unknown[]): Shape {
  return (value) => values.includes(value);
}

export function orNull(shape: Shape): Shape {
  return (value) => value === null || shape(value);
}

export function either(...shapes: readonly Shape[]): Shape {
  return (value) => shapes.some((shape) => shape(value));
}

export function list(shape: Shape): Shape {
  return (value) => Array.isArray(value) && value.every(shape);
}

/** The first items of a list; those that follow are of the kind `rest`. */
export function tuple(shapes: readonly Shape[], rest: Shape = () => false): Shape {
  return (value) =>
    Array.isArray(value) && value.length >= shapes.length &&
    value.every((item, index) => (shapes[index] ?? rest)(item));
}

/** An object with values of one kind. */
export function record(shape: Shape): Shape {
  return (value) => isRecord(value) && Object.values(value).every(shape);
}

export function object(
  fields: Readonly<Record<string, Shape>>,
  optional: Readonly<Record<string, Shape>> = {},
): Shape {
  const required = Object.entries(fields);
  const others = Object.entries(optional);
  return (value) =>
    isRecord(value) && required.every(([name, shape]) => shape(own(value, name))) &&
    others.every(([name, shape]) => own(value, name) === undefined || shape(own(value, name)));
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) &&
    !(value instanceof Uint8Array);
}

function own(value: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}
