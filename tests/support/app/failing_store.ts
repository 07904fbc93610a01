/** Failures of the store's engine in a running app, as on a full disk or an unreachable server. */
import type { Batch } from "../../../src/db/engine.ts";
import { StoreFailure } from "../../../src/db/failure.ts";
import type { TestApp } from "./app.ts";

/** Commits for which `fails` is true throw `text` and write nothing. @returns the function that ends that */
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

/** Commits wait. @returns the function that ends that */
export function holdCommits(app: TestApp): () => void {
  const { engine } = app.app.services.store;
  const commit = engine.commit.bind(engine);
  const { promise, resolve } = Promise.withResolvers<void>();
  engine.commit = async (batch) => {
    await promise;
    return await commit(batch);
  };
  return () => {
    engine.commit = commit;
    resolve();
  };
}

/** What looks through stored scores waits. @returns the function that ends that */
export function holdScoreReads(app: TestApp): () => void {
  const { scoreColumns } = app.app.services.store;
  const blocks = scoreColumns.blocks.bind(scoreColumns);
  const { promise, resolve } = Promise.withResolvers<void>();
  scoreColumns.blocks = async function* (...question) {
    await promise;
    yield* blocks(...question);
  };
  return () => {
    scoreColumns.blocks = blocks;
    resolve();
  };
}
