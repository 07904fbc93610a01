/** The secrets of hooks and webhooks: replaced, and decrypted once for many messages. */
import { lruOf } from "../../concurrency/lru.ts";
import { AppError } from "../../model/error.ts";
import { type SecretHolder, withSecret } from "../../model/endpoints/secret_holder.ts";
import type { Seal } from "../../records/seal.ts";
import { newWebhookSecret, parseWebhookSecret } from "./signature.ts";

const MAX_CACHED = 10_000;

export class EndpointSecrets {
  /** Encrypts secrets and queued messages. */
  readonly seal: Seal;
  readonly #randomBytes: (length: number) => Uint8Array;
  readonly #opened = lruOf<Uint8Array>(MAX_CACHED);

  constructor(seal: Seal, randomBytes: (length: number) => Uint8Array) {
    this.seal = seal;
    this.#randomBytes = randomBytes;
  }

  /** A secret as its owner sees it and as it is stored. @param text the owner's own; null: one is made */
  made(text: string | null): { readonly text: string; readonly sealed: string } {
    const secret = text ?? newWebhookSecret(this.#randomBytes);
    return { text: secret, sealed: this.seal.encrypt(secret) };
  }

  /** The bytes of the present secret, null when it cannot be decrypted any more; and of replaced ones still in use. */
  inUse({ secret, replaced }: SecretHolder, now: number) {
    return {
      present: this.#open(secret),
      replaced: replaced.flatMap(({ secret, until }) => until > now ? this.#open(secret) ?? [] : []),
    };
  }

  /** A text of the owner's, as it is stored; it is not shown again. */
  sealed(text: string): { readonly text: null; readonly sealed: string } {
    return { text: null, sealed: this.seal.encrypt(text) };
  }

  /** As `inUse`, of secrets that are texts. */
  textsInUse({ secret, replaced }: SecretHolder, now: number) {
    return {
      present: this.seal.decrypt(secret),
      replaced: replaced.flatMap(({ secret, until }) => until > now ? this.seal.decrypt(secret) ?? [] : []),
    };
  }

  #open(sealed: string): Uint8Array | null {
    const known = this.#opened.get(sealed);
    if (known !== undefined) return known;
    const text = this.seal.decrypt(sealed);
    const bytes = text === null ? null : parseWebhookSecret(text);
    if (!(bytes instanceof Uint8Array)) return null;
    this.#opened.set(sealed, bytes);
    return bytes;
  }
}

/** @throws AppError rate_limited with the sentence `refusal`, when too many replaced secrets are still in use */
export function replaceSecret<Holder extends SecretHolder>(
  holder: Holder,
  sealed: string,
  now: number,
  refusal: string,
): Holder {
  const changed = withSecret(holder, sealed, now);
  if (changed !== null) return changed;
  const ends = holder.replaced.map(({ until }) => until).filter((until) => until > now);
  const retryAfter = Math.max(1, Math.ceil((Math.min(...ends) - now) / 1000));
  throw new AppError("rate_limited", refusal, { retryAfter });
}
