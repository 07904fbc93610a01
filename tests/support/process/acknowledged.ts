/** One client that scores addresses one after the other, and what a store has of what was acknowledged. */
import assert from "node:assert/strict";

export class Acknowledged {
  /** Ids of scores, in their order. */
  readonly ids: string[] = [];
  readonly #origin: string;
  readonly #key: string;

  constructor(origin: string, key: string) {
    this.#origin = origin;
    this.#key = key;
  }

  async score(count: number): Promise<void> {
    for (let left = count; left > 0; left--) {
      const number = this.ids.length;
      const url = `${this.#origin}/v1/score/ip?ip=73.15.${number >> 8}.${number & 255}`;
      const response = await fetch(url, { headers: { "x-api-key": this.#key } });
      const body = await response.json();
      assert.equal(response.status, 200, JSON.stringify(body));
      this.ids.push(body.request_id);
    }
  }

  /** How many of the first ones a server has, when none is missing before them. @throws AssertionError for a gap */
  async keptBy(origin: string): Promise<number> {
    const found: boolean[] = [];
    for (const id of this.ids) {
      const response = await fetch(`${origin}/v1/score/${id}`, { headers: { "x-api-key": this.#key } });
      await response.body?.cancel();
      assert.ok(response.status === 200 || response.status === 404, `${response.status}`);
      found.push(response.status === 200);
    }
    const kept = found.indexOf(false) === -1 ? found.length : found.indexOf(false);
    assert.ok(!found.slice(kept).includes(true), "what is kept has no gap");
    return kept;
  }
}
