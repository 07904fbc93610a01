/** Requests of people about their data: what opens the messages that are stored encrypted. */
import { inflateRawSync } from "node:zlib";
import { DAY_MS } from "../model/duration.ts";
import { HOOK_JOBS } from "../records/endpoints/hook_inbox.ts";
import { Seal } from "../records/seal.ts";
import type { Store } from "../records/store.ts";
import { Privacy } from "../service/privacy/privacy.ts";
import type { Keyring } from "./keyring.ts";
import type { Config } from "./settings/config.ts";

interface OpenPrivacy {
  readonly config: Pick<Config, "backupDays">;
  readonly store: Store;
  readonly keyring: Keyring;
  readonly now: () => number;
  readonly failed: (error: unknown) => void;
}

export function openPrivacy({ config, store, keyring, now, failed }: OpenPrivacy): Privacy {
  const { secret, previous } = keyring;
  const seal = (purpose: string) => new Seal(secret, purpose, previous);
  const [hooks, webhooks, answers] = [seal("hook"), seal("webhook"), seal("idempotency")];
  return new Privacy({
    store,
    now,
    seal: seal("privacy"),
    backupMs: config.backupDays * DAY_MS,
    failed,
    opened: {
      job: (lane, sealed) => (lane.startsWith(`${HOOK_JOBS}.`) ? hooks : webhooks).decrypt(sealed),
      delivery: (sealed) => webhooks.decrypt(sealed),
      async answer(account, kept) {
        const bytes = await store.keptRequests.answerOf(account, kept);
        const plain = bytes === null ? null : answers.decryptBytes(bytes);
        return plain === null ? null : new TextDecoder().decode(inflateRawSync(plain));
      },
    },
  });
}
