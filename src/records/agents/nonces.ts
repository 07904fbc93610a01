/** Signatures that an account has accepted, for accounts that accept each only once. */
import type { Writer } from "../../db/commit/writer.ts";
import { KEYS } from "../keys.ts";
import type { EarlierHashes } from "../secret_record.ts";

/** This signature was accepted before. */
class SignatureUsed extends Error {
  override readonly name = "Used";
}

export class AgentNonces {
  readonly #writer: Writer;
  readonly #earlier: EarlierHashes | null;

  /** @param earlier hashes under earlier secrets; null: there are none */
  constructor(writer: Writer, earlier: EarlierHashes | null = null) {
    this.#writer = writer;
    this.#earlier = earlier;
  }

  /**
   * Records a signature and checks that it is new, in one step: of two concurrent calls one gets true.
   * @param scope the account, and a part that keeps test requests separate
   * @param hash identifies the use of a key, however the signature is spelled
   * @param expiresAt milliseconds since the epoch; later the signature is invalid anyway
   */
  async take(scope: readonly string[], hash: string, expiresAt: number, now: number): Promise<boolean> {
    const { agentNonce } = KEYS;
    // Under every hash: a process that still has the earlier secret must see it too.
    const keys = [hash, ...this.#earlier?.(hash) ?? []].map((each) => agentNonce.key(...scope, each));
    try {
      await this.#writer.write({
        cells: keys.map((key) =>
          agentNonce.update(key, {
            exact: true,
            expiresAt,
            change: (until) => {
              if (until !== null && until >= now) throw new SignatureUsed("used before");
              return expiresAt;
            },
          })
        ),
      });
      return true;
    } catch (error) {
      if (error instanceof SignatureUsed) return false;
      throw error;
    } finally {
      for (const key of keys) this.#writer.forget(key);
    }
  }
}
