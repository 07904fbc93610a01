import { bundledFolds, type Folds, withConfusables } from "./confusable.ts";

/** The fold table of homographs, extended once Unicode's confusables.txt has been fetched. */
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
