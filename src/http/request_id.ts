/** Ids of requests that leave no stored score. */
export function newRequestId(): string {
  return `req_${crypto.randomUUID()}`;
}
