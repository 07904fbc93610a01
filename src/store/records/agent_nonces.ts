/** Signatures an account has accepted, for accounts that accept each only once. */
import type { Writer } from "../commit/writer.ts";

/** This signature was accepted before. */
class Used extends Error {
  override readonly name = "Used";
}

export class AgentNonces {
  readonly #writer: Writer;

  constructor(writer: Writer) {
    this.#writer = writer;
  }

  /**
   * Records a signature in one step with the check that it is new; false when it is not. Of two at the same moment, one
   * is told true.
   * @param scope account, and what keeps test traffic apart
   * @param hash of what tells the signature from others
   * @param expiresAt milliseconds since the epoch; after it the signature is refused anyway
   */
  async take(scope: readonly string[], hash: string, expiresAt: number, now: number): Promise<boolean> {
    const key = ["agent-nonce", ...scope, hash];
    try {
      await this.#writer.write({
        cells: [{
          key,
          exact: true,
          expiresAt,
          change: (until) => {
            if (typeof until === "number" && until >= now) throw new Used("used before");
            return expiresAt;
          },
        }],
      });
      return true;
    } catch (error) {
      if (error instanceof Used) return false;
      throw error;
    } finally {
      this.#writer.forget(key);
    }
  }
}
