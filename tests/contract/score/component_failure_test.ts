/** A component that throws synchronously while another still waits for the store. */
import assert from "node:assert/strict";
import { SIGNALS } from "../../../src/signals/registry.ts";
import { startApp } from "../../support/app/app.ts";

Deno.test("a component that throws synchronously leaves no unhandled rejection of another, and costs nothing", async () => {
  await using t = await startApp();
  const { store } = t.app.services;
  assert.equal((await t.ask("/v1/score/ip?ip=10.0.0.1")).status, 200);
  const unhandled: unknown[] = [];
  const note = (event: PromiseRejectionEvent) => {
    event.preventDefault();
    unhandled.push(event.reason);
  };
  const phone = SIGNALS.phone as { evaluate: unknown };
  const { evaluate } = phone;
  const get = store.engine.get;
  addEventListener("unhandledrejection", note);
  phone.evaluate = () => {
    throw new Error("broken");
  };
  try {
    await store.writer.keepFilters();
    store.writer.forgetAll();
    const known = store.histories.readFromMemory;
    // The phone number is in memory, the address is not.
    store.histories.readFromMemory = (kind, _hash, now) =>
      kind === "phone" ? known.call(store.histories, kind, null, now) : null;
    store.engine.get = () => Promise.reject(new Error("away"));
    const { status } = await t.ask("/v1/score/user", {
      json: { email: "a@example.com", phone: "+493012345678" },
    });
    assert.equal(status, 500);
    await new Promise((resolve) => setTimeout(resolve));
    assert.deepEqual(unhandled, []);
    store.engine.get = get;
    const { id } = store.accounts.accountNamed("main")!;
    assert.equal(await store.usage.taken(id, new Date().toISOString().slice(0, 7)), 1);
  } finally {
    store.engine.get = get;
    phone.evaluate = evaluate;
    removeEventListener("unhandledrejection", note);
  }
});
