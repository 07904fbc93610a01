/** The thread in which passwords are hashed. */
import { argon2, type HashReply, type HashTask } from "./argon2.ts";

interface WorkerScope {
  onmessage: ((event: MessageEvent<HashTask>) => void) | null;
  postMessage(reply: HashReply): void;
}

// The global scope of a worker is not in the type library that the rest of the program is checked with.
const scope = globalThis as unknown as WorkerScope;

scope.onmessage = ({ data: { id, password, salt } }) => {
  argon2(password, salt).then(
    (hash) => scope.postMessage({ id, hash }),
    (error: unknown) => scope.postMessage({ id, error: String(error) }),
  );
};
scope.postMessage({ ready: true });
