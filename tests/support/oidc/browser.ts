/** A browser without scripts that visits several sites: cookies by site, redirects followed until a given address. */

export interface Shown {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

const MAX_HOPS = 20;

export class SiteBrowser {
  readonly #jars = new Map<string, Map<string, string>>();

  /** Its cookies of a site. */
  cookies(origin: string): Map<string, string> {
    const jar = this.#jars.get(origin) ?? new Map<string, string>();
    this.#jars.set(origin, jar);
    return jar;
  }

  /** @param stop begins the addresses that are not opened: their address is the answer */
  async get(url: string, stop?: string): Promise<Shown> {
    return await this.#open(url, { method: "GET" }, stop);
  }

  /** Sends the form of a page, with its hidden fields. */
  async submit(page: Shown, fields: Readonly<Record<string, string>>, stop?: string): Promise<Shown> {
    const action = new URL(/<form[^>]* action="([^"]+)"/.exec(page.text)![1]!, page.url).href;
    const hidden = page.text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g);
    const body = new URLSearchParams([...hidden].map(([, name, value]) => [name!, value!]));
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    return await this.#open(action, { method: "POST", body }, stop);
  }

  async #open(url: string, init: RequestInit, stop: string | undefined): Promise<Shown> {
    for (let hop = 0; hop < MAX_HOPS; hop++) {
      const jar = this.cookies(new URL(url).origin);
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
      const headers = { ...cookie === "" ? {} : { cookie } };
      const response = await fetch(url, { ...hop === 0 ? init : {}, redirect: "manual", headers });
      for (const line of response.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
        if (value === "") jar.delete(name!);
        else jar.set(name!, value!);
      }
      const text = await response.text();
      const location = response.headers.get("location");
      if (location === null) return { url, status: response.status, headers: response.headers, text };
      url = new URL(location, url).href;
      if (stop !== undefined && url.startsWith(stop)) {
        return { url, status: 0, headers: new Headers(), text: "" };
      }
    }
    throw new Error(`too many redirects: ${url}`);
  }
}
