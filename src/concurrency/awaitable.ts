/** A value, or a promise of it. Values in memory are not awaited: under load the wait would dominate the response time. */
export type Awaitable<T> = T | Promise<T>;

/** What `next` makes of the value; synchronous when the value is not a promise. */
export function chain<T, U>(value: Awaitable<T>, next: (value: T) => Awaitable<U>): Awaitable<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** All values; synchronous when none of them is a promise. */
export function all<T extends readonly unknown[]>(
  values: readonly [...{ [I in keyof T]: Awaitable<T[I]> }],
): Awaitable<{ -readonly [I in keyof T]: T[I] }>;
export function all(values: readonly unknown[]): Awaitable<readonly unknown[]> {
  return values.some((value) => value instanceof Promise) ? Promise.all(values) : values;
}
