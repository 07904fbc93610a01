/** Encrypts secrets of webhooks anew, under the present secret of the service, that are encrypted under an earlier one. */
import type { Seal } from "../../store/seal.ts";
import type { Store } from "../../store/store.ts";

export async function renewSecrets({ webhooks }: Pick<Store, "webhooks">, seal: Seal): Promise<void> {
  for (const account of webhooks.accounts()) {
    const renewed = new Map<string, string>();
    const stored = webhooks.of(account).flatMap((
      each,
    ) => [each.secret, ...each.replaced.map((one) => one.secret)]);
    for (const secret of stored) {
      const next = await seal.renew(secret);
      if (next !== null) renewed.set(secret, next);
    }
    if (renewed.size === 0) continue;
    const of = (secret: string) => renewed.get(secret) ?? secret;
    await webhooks.change(account, (current) =>
      current.map((webhook) => ({
        ...webhook,
        secret: of(webhook.secret),
        replaced: webhook.replaced.map(({ secret, until }) => ({ secret: of(secret), until })),
      })), []);
  }
}
