/** Constructs what hooks have in common. */
import { Bulkhead } from "./concurrency/bulkhead.ts";
import type { Keyring } from "./keyring.ts";
import { randomBytes } from "./open_store.ts";
import type { Failures } from "./service/failures.ts";
import { DECISIONS_AT_ONCE, type HookParts } from "./service/hooks/parts.ts";
import { HookSecrets } from "./service/hooks/secrets.ts";
import { HookTally } from "./service/hooks/tally.ts";
import { Seal } from "./store/seal.ts";

interface OpenHooks extends Pick<HookParts, "wake"> {
  readonly keyring: Keyring;
  readonly failures: Failures;
}

export function openHooks({ keyring, failures, wake }: OpenHooks): HookParts {
  return {
    secrets: new HookSecrets(new Seal(keyring.secret, "hook", keyring.previous), randomBytes),
    tally: new HookTally(),
    decisions: new Bulkhead(DECISIONS_AT_ONCE, 0),
    failures,
    wake,
  };
}
