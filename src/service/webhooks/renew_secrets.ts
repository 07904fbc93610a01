/** Encrypts secrets again, under the present secret of the service, that are encrypted under an earlier one. */
import type { SecretHolder } from "../../model/endpoints/secret_holder.ts";
import type { Seal } from "../../records/seal.ts";
import type { Store } from "../../records/store.ts";

/** What renews the secrets that holders have now; null when all are encrypted under the present one. */
function renewal(
  holders: readonly SecretHolder[],
  seal: Seal,
): (<T extends SecretHolder>(holder: T) => T) | null {
  const renewed = new Map<string, string>();
  for (const { secret, replaced } of holders) {
    for (const sealed of [secret, ...replaced.map((one) => one.secret)]) {
      const next = seal.renew(sealed);
      if (next !== null) renewed.set(sealed, next);
    }
  }
  const of = (sealed: string) => renewed.get(sealed) ?? sealed;
  return renewed.size === 0 ? null : (holder) => ({
    ...holder,
    secret: of(holder.secret),
    replaced: holder.replaced.map(({ secret, until }) => ({ secret: of(secret), until })),
  });
}

export async function renewSecrets({ webhooks }: Pick<Store, "webhooks">, seal: Seal): Promise<void> {
  for (const account of webhooks.accounts()) {
    const renew = renewal(webhooks.of(account), seal);
    if (renew !== null) await webhooks.change(account, (current) => current.map(renew));
  }
}

export async function renewHookSecrets({ hooks }: Pick<Store, "hooks">, seal: Seal): Promise<void> {
  for (const account of new Set(hooks.all().map((hook) => hook.account))) {
    const renew = renewal(hooks.of(account), seal);
    if (renew !== null) await hooks.change(account, (current) => current.map(renew));
  }
}
