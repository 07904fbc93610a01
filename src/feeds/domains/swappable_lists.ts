import { mergeDomainLists } from "./disposable.ts";
import type { DomainLists } from "./domain_lists.ts";

/** The lists that collectors keep a reference to, replaced as a whole when a feed changes. */
export class SwappableLists implements DomainLists {
  readonly #bundled: DomainLists;
  #current: DomainLists;

  constructor(bundled: DomainLists) {
    this.#bundled = bundled;
    this.#current = bundled;
  }

  swap(sources: Parameters<typeof mergeDomainLists>[1]): void {
    this.#current = mergeDomainLists(this.#bundled, sources);
  }

  disposable(host: string) {
    return this.#current.disposable(host);
  }

  disposableMx(exchange: string): boolean {
    return this.#current.disposableMx(exchange);
  }

  isFreeProvider(host: string): boolean {
    return this.#current.isFreeProvider(host);
  }

  isAliasProvider(host: string): boolean {
    return this.#current.isAliasProvider(host);
  }

  isPublicSuffix(host: string): boolean {
    return this.#current.isPublicSuffix(host);
  }
}
