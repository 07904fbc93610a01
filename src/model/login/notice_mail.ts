/** The text of the mail about a log-in, in each language of the service. Pure. */
import type { CustomerLanguage } from "../customer_reason.ts";
import type { NoticeAnswer } from "./notice.ts";
import type { LoginPlace } from "./login.ts";

/** What a person is told of a log-in. */
export interface NoticeFacts extends Pick<LoginPlace, "country" | "browser" | "os"> {
  /** Milliseconds since the epoch. */
  readonly at: number;
}

interface NoticeMail {
  readonly subject: string;
  readonly text: string;
}

interface Words {
  /** Somebody is in; or they tried, and may be. */
  readonly subject: Readonly<Record<"in" | "tried", string>>;
  readonly opening: Readonly<Record<"in" | "tried", string>>;
  readonly answers: Readonly<Record<NoticeAnswer, string>>;
  readonly advice: string;
}

/** Of the facts, for the mail and the page. */
interface FactWords {
  readonly at: string;
  readonly country: string;
  readonly browser: string;
  readonly os: string;
}

const FACT_WORDS: Readonly<Record<CustomerLanguage, FactWords>> = {
  en: { at: "When", country: "Country", browser: "Browser", os: "System" },
  de: { at: "Wann", country: "Land", browser: "Browser", os: "System" },
  fr: { at: "Quand", country: "Pays", browser: "Navigateur", os: "Système" },
  es: { at: "Cuándo", country: "País", browser: "Navegador", os: "Sistema" },
  pt: { at: "Quando", country: "País", browser: "Navegador", os: "Sistema" },
};

const WORDS: Readonly<Record<CustomerLanguage, Words>> = {
  en: {
    subject: { in: "New log-in to your account", tried: "Unusual attempt to log in to your account" },
    opening: {
      in: "Somebody logged in to your account in a way that is unusual for it.",
      tried: "Somebody tried to log in to your account in a way that is unusual for it.",
    },
    answers: { me: "This was me:", not_me: "This was not me:" },
    advice:
      "If it was not you, change your password, too. One of the two links can be used, once, for seven days.",
  },
  de: {
    subject: {
      in: "Neue Anmeldung bei Ihrem Konto",
      tried: "Ungewöhnlicher Versuch, sich bei Ihrem Konto anzumelden",
    },
    opening: {
      in: "Bei Ihrem Konto hat sich jemand auf ungewöhnliche Weise angemeldet.",
      tried: "Jemand hat auf ungewöhnliche Weise versucht, sich bei Ihrem Konto anzumelden.",
    },
    answers: { me: "Das war ich:", not_me: "Das war ich nicht:" },
    advice:
      "Wenn Sie es nicht waren, ändern Sie bitte auch Ihr Passwort. Einer der beiden Links lässt sich einmal benutzen, sieben Tage lang.",
  },
  fr: {
    subject: {
      in: "Nouvelle connexion à votre compte",
      tried: "Tentative de connexion inhabituelle à votre compte",
    },
    opening: {
      in: "Quelqu’un s’est connecté à votre compte d’une manière inhabituelle.",
      tried: "Quelqu’un a essayé de se connecter à votre compte d’une manière inhabituelle.",
    },
    answers: { me: "C’était moi :", not_me: "Ce n’était pas moi :" },
    advice:
      "Si ce n’était pas vous, changez aussi votre mot de passe. Un seul des deux liens peut être utilisé, une fois, pendant sept jours.",
  },
  es: {
    subject: {
      in: "Nuevo inicio de sesión en su cuenta",
      tried: "Intento inusual de iniciar sesión en su cuenta",
    },
    opening: {
      in: "Alguien ha iniciado sesión en su cuenta de una forma inusual.",
      tried: "Alguien ha intentado iniciar sesión en su cuenta de una forma inusual.",
    },
    answers: { me: "He sido yo:", not_me: "No he sido yo:" },
    advice:
      "Si no ha sido usted, cambie también su contraseña. Solo se puede usar uno de los dos enlaces, una vez, durante siete días.",
  },
  pt: {
    subject: {
      in: "Novo início de sessão na sua conta",
      tried: "Tentativa invulgar de iniciar sessão na sua conta",
    },
    opening: {
      in: "Alguém iniciou sessão na sua conta de uma forma invulgar.",
      tried: "Alguém tentou iniciar sessão na sua conta de uma forma invulgar.",
    },
    answers: { me: "Fui eu:", not_me: "Não fui eu:" },
    advice:
      "Se não reconhece este acesso, altere também a sua palavra-passe. Só pode ser usada uma das duas ligações, uma vez, durante sete dias.",
  },
};

/** Whether somebody is in, as far as is known. */
interface NoticeEnd {
  readonly isIn: boolean;
  /** Of the pages, without a language. */
  readonly links: Readonly<Record<NoticeAnswer, string>>;
}

export function noticeMail(
  facts: NoticeFacts,
  { isIn, links }: NoticeEnd,
): Readonly<Record<CustomerLanguage, NoticeMail>> {
  const mailIn = (language: CustomerLanguage): NoticeMail => {
    const { subject, opening, answers, advice } = WORDS[language];
    const colon = language === "fr" ? " :" : ":";
    const kind = isIn ? "in" : "tried";
    const lines = [
      opening[kind],
      "",
      ...factsIn(facts, language).map(([name, value]) => `${name}${colon} ${value}`),
      "",
      answers.me,
      `${links.me}?lang=${language}`,
      "",
      answers.not_me,
      `${links.not_me}?lang=${language}`,
      "",
      advice,
      "",
    ];
    return { subject: subject[kind], text: lines.join("\n") };
  };
  return { en: mailIn("en"), de: mailIn("de"), fr: mailIn("fr"), es: mailIn("es"), pt: mailIn("pt") };
}

/** With their names; what is unknown is left out. */
export function factsIn(
  { at, country, browser, os }: NoticeFacts,
  language: CustomerLanguage,
): readonly (readonly [name: string, value: string])[] {
  const words = FACT_WORDS[language];
  const time = new Intl.DateTimeFormat(language, { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
  const facts: readonly (readonly [name: string, value: string | null])[] = [
    [words.at, `${time.format(at)} UTC`],
    [words.country, country === null ? null : countryIn(country, language)],
    // Without its version, which says nothing to most people.
    [words.browser, browser?.replace(/ \d+$/, "") ?? null],
    [words.os, os],
  ];
  return facts.flatMap(([name, value]) => value === null ? [] : [[name, value] as const]);
}

/** The code where it has no name. */
function countryIn(code: string, language: CustomerLanguage): string {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  return new Intl.DisplayNames(language, { type: "region", fallback: "code" }).of(code) ?? code;
}
