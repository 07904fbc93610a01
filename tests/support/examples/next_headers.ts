/** In place of `next/headers`, which only works inside of Next.js: the headers of the request that a test pretends. */
let current = new Headers();

export function pretendHeaders(init: HeadersInit): void {
  current = new Headers(init);
}

export function headers(): Promise<Headers> {
  return Promise.resolve(current);
}
