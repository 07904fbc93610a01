/** Encrypts what hooks store: their events, and their secrets, which are decrypted once for many messages. */
import { lruOf } from "../../concurrency/lru.ts";
import type { Hook } from "../../model/endpoints/hook.ts";
import type { Seal } from "../../records/seal.ts";
import type { Store } from "../../records/store.ts";
import { renewal } from "../webhooks/renew_secrets.ts";
import { parseWebhookSecret } from "../webhooks/signature.ts";

const MAX_CACHED = 10_000;
const SECRET_BYTES = 32;

export class HookSecrets {
  readonly #seal: Seal;
  readonly #opened = lruOf<Uint8Array>(MAX_CACHED);
  /** Signs nothing: what a message to an unknown address is checked with, so that it takes as long. */
  readonly none: readonly Uint8Array[];

  constructor(seal: Seal, randomBytes: (length: number) => Uint8Array) {
    this.#seal = seal;
    this.none = [randomBytes(SECRET_BYTES)];
  }

  encrypt(text: string): Promise<string> {
    return this.#seal.encrypt(text);
  }

  /** Null when it was encrypted with another secret, or is damaged. */
  decrypt(sealed: string): Promise<string | null> {
    return this.#seal.decrypt(sealed);
  }

  /** What a message may be signed with now. A secret that cannot be decrypted any more signs nothing. */
  async accepted(hook: Hook, now: number): Promise<readonly Uint8Array[]> {
    const sealed = [
      hook.secret,
      ...hook.replaced.flatMap(({ secret, until }) => until > now ? [secret] : []),
    ];
    const opened = await Promise.all(sealed.map((one) => this.#opened.get(one) ?? this.#open(one)));
    return opened.filter((bytes) => bytes !== null);
  }

  /** Encrypts anew, under the present secret of the service, what is encrypted under an earlier one. */
  async renew({ hooks }: Pick<Store, "hooks">): Promise<void> {
    for (const account of new Set(hooks.all().map((hook) => hook.account))) {
      const renew = await renewal(hooks.of(account), this.#seal);
      if (renew !== null) await hooks.change(account, (current) => current.map(renew));
    }
  }

  async #open(sealed: string): Promise<Uint8Array | null> {
    const text = await this.#seal.decrypt(sealed);
    const bytes = text === null ? null : parseWebhookSecret(text);
    if (!(bytes instanceof Uint8Array)) return null;
    this.#opened.set(sealed, bytes);
    return bytes;
  }
}
