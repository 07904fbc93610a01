/** A visitor without JavaScript: keeps cookies, reads pages, fills in their forms as a browser would send them. */
import type { TestApp } from "./app.ts";

export interface Page {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly path: string;
}

/** Several values: one field each. */
type Fields = Readonly<Record<string, string | File | readonly string[]>>;

export class Visitor {
  readonly #app: Pick<TestApp, "origin">;
  readonly cookies = new Map<string, string>();

  constructor(app: Pick<TestApp, "origin">) {
    this.#app = app;
  }

  /** Follows redirects as a browser does. */
  async get(path: string): Promise<Page> {
    return await this.#send(path, { method: "GET" });
  }

  /** Sends a form of the page at `path` with its hidden token. @param path also where the form goes, unless `to` says otherwise */
  async submit(path: string, fields: Fields, to = path): Promise<Page> {
    const page = await this.get(path);
    return await this.post(to, { csrf: tokenOf(page.text), ...fields });
  }

  /** @param headers over those a browser sends */
  async post(
    path: string,
    fields: Fields,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Page> {
    const form = new FormData();
    const plain = new URLSearchParams();
    let hasFile = false;
    for (const [name, given] of Object.entries(fields)) {
      for (const value of given instanceof File || typeof given === "string" ? [given] : given) {
        form.append(name, value);
        if (value instanceof File) hasFile = true;
        else plain.append(name, value);
      }
    }
    const body = hasFile ? form : plain;
    return await this.#send(path, {
      method: "POST",
      body,
      headers: { origin: this.#app.origin, "sec-fetch-site": "same-origin", ...headers },
    });
  }

  async signIn(key: string): Promise<Page> {
    return await this.submit("/console/sign-in", { key, next: "/console" });
  }

  async #send(path: string, init: RequestInit & { headers?: Record<string, string> }): Promise<Page> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(`${this.#app.origin}${path}`, {
      ...init,
      redirect: "manual",
      headers: { ...init.headers, ...(cookie === "" ? {} : { cookie }) },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (value === "") this.cookies.delete(name!);
      else this.cookies.set(name!, value!);
    }
    const text = await response.text();
    const location = response.headers.get("location");
    if (response.status === 303 && location !== null) return await this.get(location);
    return { status: response.status, headers: response.headers, text, path };
  }
}

/** A visitor in the console of the account `main`. */
export async function signedIn(app: TestApp, key = app.live): Promise<Visitor> {
  const visitor = new Visitor(app);
  await visitor.signIn(key);
  return visitor;
}

export function tokenOf(page: string): string {
  return /name="csrf" value="([^"]+)"/.exec(page)?.[1] ?? "";
}

/** Text of the page's code blocks by id, as a person copies it. */
export function codeBlocks(page: string): { id: string; run: string | null; text: string }[] {
  return [...page.matchAll(/<code id="([^"]+)"(?: data-run="([^"]+)")?\s*>([\s\S]*?)<\/code>/g)].map((
    [, id, run, text],
  ) => ({ id: id!, run: run ?? null, text: unescaped(text!) }));
}

export function unescaped(html: string): string {
  return html.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll(
    "&#39;",
    "'",
  )
    .replaceAll("&amp;", "&");
}
