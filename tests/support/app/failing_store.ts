/** The store's engine of a running app, made to fail: the edge of the machine, where a disk is full or a server away. */
import type { Batch } from "../../../src/store/engine.ts";
import { StoreFailure } from "../../../src/store/failure.ts";
import type { TestApp } from "./app.ts";

/** Commits that `fails` is true of are not made and throw its text. The function that ends it. */
export function failCommits(app: TestApp, text: string, fails: (batch: Batch) => boolean): () => void {
  const { engine } = app.app.services.store;
  const commit = engine.commit.bind(engine);
  engine.commit = async (batch) => {
    if (fails(batch)) throw new StoreFailure(text);
    return await commit(batch);
  };
  return () => {
    engine.commit = commit;
  };
}
