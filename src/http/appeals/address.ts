/** The address of the page of an appeal. */
import { APPEAL_PATH, type AppealOffer } from "../../service/appeals/offer.ts";
import type { ValidRequest } from "../endpoint.ts";

export function appealBody(
  { c, services }: Pick<ValidRequest, "c" | "services">,
  { token, expiresAt }: AppealOffer,
) {
  const base = services.baseUrl ?? new URL(c.req.url).origin;
  return { url: `${base}${APPEAL_PATH}/${token}`, expires_at: expiresAt };
}
