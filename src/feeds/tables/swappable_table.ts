import type { Address } from "../../model/address.ts";
import type { Known } from "../../model/evidence.ts";

interface Table<Fact> {
  lookup(address: Address): Known<Fact>;
}

/** A table that collectors keep a reference to, replaced as a whole when its feed changes. */
export class SwappableTable<Fact> implements Table<Fact> {
  #current: Table<Fact>;

  constructor(bundled: Table<Fact>) {
    this.#current = bundled;
  }

  swap(table: Table<Fact>): void {
    this.#current = table;
  }

  lookup(address: Address): Known<Fact> {
    return this.#current.lookup(address);
  }
}
