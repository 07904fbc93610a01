/** Calls of documented operations whose answers are judged by the document that the app serves. */
import assert from "node:assert/strict";
import type { Answer, Ask, TestApp } from "../app/app.ts";
import { basic } from "../app/basic_auth.ts";
import { ApiContract, type DocumentedOperation } from "./api_contract.ts";

export interface Call extends Ask {
  /** Of the path. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
}

export class JudgedApp {
  readonly contract: ApiContract;
  readonly #app: TestApp;

  private constructor(app: TestApp, contract: ApiContract) {
    this.#app = app;
    this.contract = contract;
  }

  static async of(app: TestApp): Promise<JudgedApp> {
    const { status, body } = await app.ask("/openapi.json", { key: null });
    assert.equal(status, 200);
    return new JudgedApp(app, new ApiContract(body));
  }

  /** Calls the operation with the key of `main`, where the call names no other, and judges the answer. */
  async call(operation: DocumentedOperation | string, call: Call = {}): Promise<Answer> {
    const found = typeof operation === "string" ? this.contract.operation(operation) : operation;
    const { params = {}, query = {}, key = this.#app.live, ...ask } = call;
    const path = found.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? "x"));
    const search = new URLSearchParams(query);
    const headers = found.compat && key !== null ? { ...basic(key), ...ask.headers } : ask.headers ?? {};
    const answer = await this.#app.ask(search.size === 0 ? path : `${path}?${search}`, {
      method: found.method,
      ...ask,
      key: found.compat ? null : key,
      headers,
    });
    this.contract.judge(found, answer);
    return answer;
  }

  /** The answer, which is a success. */
  async body(operation: string, call: Call = {}): Promise<Answer["body"]> {
    const { status, body, text } = await this.call(operation, call);
    assert.ok(status < 300, `${operation} ${status}: ${text}`);
    return body;
  }
}
