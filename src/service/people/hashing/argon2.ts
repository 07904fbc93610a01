/** argon2id (RFC 9106) with the parameters of stored passwords; other parameters would need a field of their own in them. */
import { argon2id } from "hash-wasm";

/** OWASP's first choice for interactive sign-ins: 19 MiB, two passes, one lane. */
const PARAMETERS = { memorySize: 19 * 1024, iterations: 2, parallelism: 1, hashLength: 32 } as const;

export interface HashTask {
  readonly id: number;
  readonly password: string;
  readonly salt: Uint8Array;
}

export type HashReply =
  | { readonly ready: true }
  | { readonly id: number; readonly hash: Uint8Array }
  | { readonly id: number; readonly error: string };

/** Takes the thread for some 40 ms. */
export async function argon2(password: string, salt: Uint8Array): Promise<Uint8Array> {
  return await argon2id({ ...PARAMETERS, password, salt, outputType: "binary" });
}
