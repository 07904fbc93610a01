/** Predicates of stored values: what a value must be at least. Fields that are not named are data of another version. */

/** @typeParam T what values of the shape are taken for: may say more than is checked */
export type Shape<T = unknown> = (value: unknown) => value is T;

/** A shape of what a predicate accepts. */
export function shape<T>(accepts: (value: unknown) => boolean): Shape<T> {
  return accepts as Shape<T>; // what it accepts is a T: that is the caller's word
}

export const text = shape<string>((value) => typeof value === "string");
export const number = shape<number>((value) => typeof value === "number" && Number.isFinite(value));
export const count = shape<number>((value) => Number.isSafeInteger(value) && (value as number) >= 0);
export const flag = shape<boolean>((value) => typeof value === "boolean");
export const bytes: Shape<Uint8Array> = (value) => value instanceof Uint8Array;

/** Of a field that is checked where it is used. */
export const anything = shape<unknown>(() => true);

/** To be shown to people in one line. */
export const label = shape<string>((value) => typeof value === "string" && !/\p{Cc}/u.test(value));

export function oneOf<const T>(...values: readonly T[]): Shape<T> {
  const known: readonly unknown[] = values;
  return (value): value is T => known.includes(value);
}

export function orNull<T>(of: Shape<T>): Shape<T | null> {
  return (value): value is T | null => value === null || of(value);
}

export function either<One, Other>(one: Shape<One>, other: Shape<Other>): Shape<One | Other> {
  return (value): value is One | Other => one(value) || other(value);
}

export function list<T>(item: Shape<T>): Shape<readonly T[]> {
  return (value): value is readonly T[] => Array.isArray(value) && value.every(item);
}

/** The first items of a list; those that follow are of the kind `rest`. */
export function tuple<T extends readonly unknown[] = readonly unknown[]>(
  shapes: readonly Shape[],
  rest: Shape | null = null,
): Shape<NoInfer<T>> {
  return (value): value is T =>
    Array.isArray(value) && value.length >= shapes.length &&
    value.every((item, index) => (shapes[index] ?? rest)?.(item) ?? false);
}

/** An object with values of one kind. */
export function map<T>(of: Shape<T>): Shape<Readonly<Record<string, T>>> {
  return (value): value is Readonly<Record<string, T>> => isRecord(value) && Object.values(value).every(of);
}

type Names<T> = string extends keyof T ? never : keyof T;
/** Fields that an object of the type may lack. */
type Optional<T> = {
  [Name in Names<T>]-?: Partial<Pick<T, Name>> extends Pick<T, Name> ? Name : never;
}[Names<T>];
type Fields<Name extends PropertyKey> = { readonly [Each in Name]: Shape };

/** Every field of the type must be named: those that an object has, and those that it may lack. */
export function object<T extends object = Readonly<Record<string, unknown>>>(
  fields: Fields<Exclude<keyof T, Optional<T>>>,
  ...[optional]: string extends keyof T ? [Fields<string>?]
    : [Optional<T>] extends [never] ? []
    : [Fields<Optional<T>>]
): Shape<NoInfer<T>> {
  const required = Object.entries<Shape>(fields);
  const others = Object.entries<Shape>(optional ?? {});
  return (value): value is T =>
    isRecord(value) && required.every(([name, of]) => of(own(value, name))) &&
    others.every(([name, of]) => own(value, name) === undefined || of(own(value, name)));
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) &&
    !(value instanceof Uint8Array);
}

function own(value: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}
