/** Sign-ups with somebody else's values at honest accounts, which truthfully label them as fraud. */
import { DAY_MS } from "../../src/model/duration.ts";
import { startApp, type TestApp } from "../../tests/support/app/app.ts";
import type { Row, Simulation } from "./row.ts";

const CLAIMED = { email: "ada.lovelace@gmail.com", phone: "+442083661177" };
const STRANGER = { ...CLAIMED, ip: "73.15.20.66", device_id: "0123456789abcdef0123456789abcdef" };
const VICTIM = { ...CLAIMED, ip: "82.41.7.20", device_id: "fedcba9876543210fedcba9876543210" };
const LABELS = 3;

async function verdicts(app: TestApp, key: string): Promise<string> {
  const found: string[] = [];
  for (const strictness of ["balanced", "strictest"]) {
    const { body } = await app.ask("/v1/score/user", { key, json: { ...VICTIM, strictness } });
    found.push(`${body.verdict} ${body.risk_score}`);
  }
  return found.join(" / ");
}

async function frame(app: TestApp, key: string): Promise<void> {
  for (let i = 0; i < LABELS; i++) {
    const { body } = await app.ask("/v1/score/user", { key, json: STRANGER });
    const json = { request_id: body.request_id, outcome: "fraud" };
    const { status } = await app.ask("/v1/outcome", { key, json });
    if (status !== 200) throw new Error(`a label was refused: ${status}`);
  }
}

async function tryOnce(attempt: string, shops: number, isOwn: boolean): Promise<Row> {
  let now = Date.now();
  await using app = await startApp({ now: () => now });
  const tenant = await app.account("tenant");
  const before = await verdicts(app, tenant.key);
  for (let i = 0; i < shops; i++) {
    await frame(app, isOwn ? tenant.key : (await app.account(`shop-${i}`)).key);
  }
  now += DAY_MS;
  const after = await verdicts(app, tenant.key);
  const ok = isOwn ? !after.includes("block") : after === before;
  return {
    attack: "framing",
    attempt,
    result: after === before ? `unchanged (${before})` : `${before} → ${after}`,
    ok,
  };
}

async function* run(): AsyncIterable<Row> {
  const what = "a stranger's sign-ups with the victim's e-mail and phone";
  yield await tryOnce(`2 members label ${what}: a third one's verdict of the victim`, 2, false);
  yield await tryOnce(`1 member labels ${what} three times: its own verdict of the victim`, 1, true);
}

export const framing: Simulation = { name: "framing", run };
