/** Three nodes on one store. */
import { startApp, type TestApp } from "../app/app.ts";
import { eventually } from "../eventually.ts";

interface Nodes extends AsyncDisposable {
  readonly one: TestApp;
  readonly two: TestApp;
  readonly three: TestApp;
  readonly nodes: readonly TestApp[];
}

/** @param apart milliseconds that each node's clock is ahead, which may change while they run */
export async function startNodes(
  env: Readonly<Record<string, string>>,
  apart: readonly number[] = [0, 0, 0],
): Promise<Nodes> {
  await using starting = new AsyncDisposableStack();
  const start = async (side: number) =>
    starting.use(await startApp({ env, now: () => Date.now() + apart[side]! }));
  const [one, two, three] = [await start(0), await start(1), await start(2)];
  const started = starting.move();
  return {
    one,
    two,
    three,
    nodes: [one, two, three],
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}

/** Resolves when each of the nodes takes the key. */
export async function untilKnown(nodes: readonly TestApp[], key: string): Promise<void> {
  for (const node of nodes) {
    await eventually(async () => (await node.ask("/v1/rules", { key })).status === 200, "the key");
  }
}
