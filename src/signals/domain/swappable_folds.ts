import { bundledFolds, type Folds, withConfusables } from "./confusable.ts";

/** The fold table of homographs, extended when Unicode's own confusables.txt was fetched. */
export class SwappableFolds {
  #current: Folds | null = null;

  /** @param text of confusables.txt */
  swap(text: string): void {
    this.#current = withConfusables(bundledFolds(), text);
  }

  folds(): Folds {
    return this.#current ?? bundledFolds();
  }
}
