/** Entry of the worker that compiles one table, answers and is ended. */
import { compileTable, type TableColumns, type TableTask } from "./table_columns.ts";

export type TableReply = { readonly table: TableColumns } | { readonly error: string };

interface WorkerScope {
  onmessage: ((event: MessageEvent<TableTask>) => void) | null;
  postMessage(reply: TableReply, transfer: Transferable[]): void;
}

const scope = globalThis as unknown as WorkerScope;

scope.onmessage = ({ data }) => {
  compileTable(data).then(
    (table) => scope.postMessage({ table }, buffersOf(table)),
    (error: unknown) =>
      scope.postMessage({ error: error instanceof Error ? error.message : String(error) }, []),
  );
};

/** Handed over instead of copied. */
function buffersOf({ intervals, dictionary }: TableColumns): Transferable[] {
  const columns = [...Object.values(intervals), ...Object.values(dictionary)] as Uint8Array<ArrayBuffer>[];
  return columns.map(({ buffer }) => buffer);
}
