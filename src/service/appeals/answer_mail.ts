/** The answer to an appeal by mail, where the person gave an address: one fixed sentence, and where to read the rest. */
import type { AppealDecision } from "../../model/appeal.ts";
import type { CustomerLanguage } from "../../model/customer_reason.ts";
import { type Account, standingOf } from "../../model/records.ts";
import type { StoredAppeal } from "../../records/appeals.ts";
import type { Services } from "../context.ts";
import { issueAppealToken } from "./appeal_token.ts";
import { APPEAL_PATH } from "./offer.ts";
import { readWritten } from "./written.ts";

interface Words extends Readonly<Record<AppealDecision, string>> {
  readonly subject: string;
  readonly more: string;
}

const WORDS: Readonly<Record<CustomerLanguage, Words>> = {
  en: {
    subject: "Your message about your sign-up",
    accepted: "We have looked at your sign-up again, and you were right: your details are accepted now.",
    refused: "We have looked at your sign-up again, and the decision stays as it is.",
    more: "More is on this page:",
  },
  de: {
    subject: "Ihre Nachricht zu Ihrer Anmeldung",
    accepted:
      "Wir haben uns Ihre Anmeldung noch einmal angesehen, und Sie hatten recht: Ihre Angaben sind jetzt angenommen.",
    refused: "Wir haben uns Ihre Anmeldung noch einmal angesehen, und es bleibt bei der Entscheidung.",
    more: "Mehr steht auf dieser Seite:",
  },
  fr: {
    subject: "Votre message au sujet de votre inscription",
    accepted:
      "Nous avons réexaminé votre inscription et vous aviez raison : vos informations sont maintenant acceptées.",
    refused: "Nous avons réexaminé votre inscription et la décision est maintenue.",
    more: "Plus d’informations sur cette page :",
  },
  es: {
    subject: "Su mensaje sobre su registro",
    accepted: "Hemos vuelto a examinar su registro y tenía usted razón: sus datos ya están aceptados.",
    refused: "Hemos vuelto a examinar su registro y la decisión se mantiene.",
    more: "Encontrará más información en esta página:",
  },
  pt: {
    subject: "A sua mensagem sobre o seu registo",
    accepted: "Voltámos a analisar o seu registo e tinha razão: os seus dados estão agora aceites.",
    refused: "Voltámos a analisar o seu registo e a decisão mantém-se.",
    more: "Mais informações nesta página:",
  },
};

/**
 * For accounts that the operator made or admitted: with one of their own, strangers could have mail sent to anybody. What the
 * account wrote is on the page only, for the same reason. Not waited for: the answer is on the page whether a mail goes out or not.
 */
export function mailAnswer(
  { mail, appeals, baseUrl }: Pick<Services, "mail" | "appeals" | "baseUrl">,
  account: Account,
  { sealed, language, requestId }: StoredAppeal,
  decision: AppealDecision,
): void {
  const replyTo = readWritten(appeals.texts, sealed)?.replyTo ?? null;
  if (mail === null || replyTo === null || standingOf(account) !== "member") return;
  const words = WORDS[language];
  const token = issueAppealToken(appeals.tokens, { account: account.id, requestId });
  const page = baseUrl === null ? [] : ["", words.more, `${baseUrl}${APPEAL_PATH}/${token}?lang=${language}`];
  const text = [words[decision], ...page, ""].join("\n");
  mail.send({ to: replyTo, subject: words.subject, text }).catch(() => {});
}
