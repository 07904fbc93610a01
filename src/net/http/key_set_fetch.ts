/** Fetches a JWK Set that an account named, through the guarded client: no redirects, with limits of size and time. */
import { Budget } from "../../concurrency/budget.ts";
import { parseJson } from "../../model/json.ts";
import { type HttpClient, HttpFailed, HttpRefused } from "./http_client.ts";

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 256 * 1024;

/** The document; null when it cannot be had. @param account on whose behalf */
export async function fetchKeySet(http: HttpClient, url: string, account: string): Promise<unknown> {
  try {
    const { status, body } = await http.get(url, {
      accept: "application/jwk-set+json, application/json",
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      redirects: 0,
      untrusted: true,
      // As a guest: its look-ups come behind those for scores.
      budget: new Budget(TIMEOUT_MS, { id: `${account} keys`, madeBy: "signup" }),
    });
    return status === 200 ? parseJson(body) : null;
  } catch (error) {
    if (error instanceof HttpFailed || error instanceof HttpRefused) return null;
    throw error;
  }
}
