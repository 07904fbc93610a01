/** The addresses of decisions as they are stored: encrypted where people had them. */
import { type HeldDecision, isObserved } from "../../model/decisions/held_decision.ts";
import type { Seal } from "../../records/seal.ts";

export class SealedAddresses {
  readonly #seal: Seal;

  constructor(seal: Seal) {
    this.#seal = seal;
  }

  seal(held: HeldDecision): HeldDecision {
    return isObserved(held) ? { ...held, value: this.#seal.encrypt(held.value) } : held;
  }

  /** Null: it cannot be decrypted. */
  open(stored: HeldDecision): HeldDecision | null {
    if (!isObserved(stored)) return stored;
    const value = this.#seal.decrypt(stored.value);
    return value === null ? null : { ...stored, value };
  }
}
