/** What is here already, or will be. What is in memory is not awaited: under load the waiting costs more than the answer. */
export type Awaitable<T> = T | Promise<T>;

/** What `next` makes of the value: at once when it is here. */
export function chain<T, U>(value: Awaitable<T>, next: (value: T) => Awaitable<U>): Awaitable<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** All of them: at once when all are here. */
export function all<T extends readonly unknown[]>(
  values: readonly [...{ [I in keyof T]: Awaitable<T[I]> }],
): Awaitable<{ -readonly [I in keyof T]: T[I] }> {
  type All = { -readonly [I in keyof T]: T[I] };
  const here = !values.some((value) => value instanceof Promise);
  return here ? values as unknown as All : Promise.all(values) as unknown as Promise<All>;
}
