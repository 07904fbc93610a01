/** Encrypts the addresses of alerts again, under the present secret of the service, that are encrypted under an earlier one. */
import type { Seal } from "../../records/seal.ts";
import type { Store } from "../../records/store.ts";

export async function renewAlerts({ alerts }: Pick<Store, "alerts">, seal: Seal): Promise<void> {
  for (const account of alerts.accounts()) {
    if (alerts.of(account).every(({ sealed }) => seal.renew(sealed) === null)) continue;
    await alerts.change(
      account,
      (current) => current.map((alert) => ({ ...alert, sealed: seal.renew(alert.sealed) ?? alert.sealed })),
    );
  }
}
