/** The words of the page of a notice about a log-in. `{…}` are placeholders. */
import type { CustomerLanguage } from "../../model/customer_reason.ts";
import type { NoticeAnswer } from "../../model/login/notice.ts";

type OfAnswer = Readonly<Record<NoticeAnswer, string>>;

interface NoticeWords {
  /** The language by its own name. */
  readonly name: string;
  readonly choice: string;
  readonly title: string;
  readonly lead: string;
  readonly facts: string;
  /** What the button does. */
  readonly effect: OfAnswer;
  readonly button: OfAnswer;
  /** After the button was pressed, on this page or on the other. */
  readonly done: OfAnswer;
  readonly once: string;
  readonly often: string;
  readonly missing: string;
  readonly missingText: string;
}

export const WORDS: Readonly<Record<CustomerLanguage, NoticeWords>> = {
  en: {
    name: "English",
    choice: "Language",
    title: "Was this you?",
    lead: "There was an unusual log-in to your account, or an attempt.",
    facts: "The log-in",
    effect: {
      me: "If you confirm that it was you, this device and network are known as yours from now on.",
      not_me:
        "If it was not you, your account is protected: for 30 days, every log-in to it is treated as suspicious.",
    },
    button: { me: "Yes, this was me", not_me: "No, this was not me" },
    done: {
      me: "Thank you. The log-in is confirmed as yours.",
      not_me:
        "Thank you. Your account is protected now. Please change your password, and use one that you have nowhere else.",
    },
    once: "This was answered before, and the first answer counts.",
    often: "Too many answers came from your network. Please try again in an hour.",
    missing: "Page not found",
    missingText: "The address is wrong, or its time is over. Please check that you copied all of it.",
  },
  de: {
    name: "Deutsch",
    choice: "Sprache",
    title: "Waren Sie das?",
    lead: "Bei Ihrem Konto gab es eine ungewöhnliche Anmeldung oder einen Versuch.",
    facts: "Die Anmeldung",
    effect: {
      me: "Wenn Sie bestätigen, dass Sie es waren, gelten dieses Gerät und dieses Netz von nun an als Ihre.",
      not_me:
        "Wenn Sie es nicht waren, wird Ihr Konto geschützt: 30 Tage lang gilt jede Anmeldung als verdächtig.",
    },
    button: { me: "Ja, das war ich", not_me: "Nein, das war ich nicht" },
    done: {
      me: "Vielen Dank. Die Anmeldung ist als Ihre bestätigt.",
      not_me:
        "Vielen Dank. Ihr Konto ist jetzt geschützt. Bitte ändern Sie Ihr Passwort und verwenden Sie eines, das Sie nirgendwo sonst haben.",
    },
    once: "Das wurde schon beantwortet, und die erste Antwort zählt.",
    often: "Aus Ihrem Netz kamen zu viele Antworten. Bitte versuchen Sie es in einer Stunde noch einmal.",
    missing: "Seite nicht gefunden",
    missingText:
      "Die Adresse ist falsch, oder ihre Zeit ist abgelaufen. Bitte prüfen Sie, ob Sie sie vollständig kopiert haben.",
  },
  fr: {
    name: "Français",
    choice: "Langue",
    title: "Était-ce vous ?",
    lead: "Il y a eu une connexion inhabituelle à votre compte, ou une tentative.",
    facts: "La connexion",
    effect: {
      me:
        "Si vous confirmez que c’était vous, cet appareil et ce réseau seront désormais connus comme les vôtres.",
      not_me:
        "Si ce n’était pas vous, votre compte sera protégé : pendant 30 jours, chaque connexion sera traitée comme suspecte.",
    },
    button: { me: "Oui, c’était moi", not_me: "Non, ce n’était pas moi" },
    done: {
      me: "Merci. La connexion est confirmée comme la vôtre.",
      not_me:
        "Merci. Votre compte est maintenant protégé. Changez votre mot de passe et choisissez-en un que vous n’utilisez nulle part ailleurs.",
    },
    once: "Une réponse a déjà été donnée, et c’est la première qui compte.",
    often: "Trop de réponses sont venues de votre réseau. Veuillez réessayer dans une heure.",
    missing: "Page introuvable",
    missingText: "L’adresse est erronée ou a expiré. Vérifiez que vous l’avez copiée en entier.",
  },
  es: {
    name: "Español",
    choice: "Idioma",
    title: "¿Ha sido usted?",
    lead: "Ha habido un inicio de sesión inusual en su cuenta, o un intento.",
    facts: "El inicio de sesión",
    effect: {
      me: "Si confirma que ha sido usted, este dispositivo y esta red se reconocerán como suyos desde ahora.",
      not_me:
        "Si no ha sido usted, su cuenta quedará protegida: durante 30 días, cada inicio de sesión se tratará como sospechoso.",
    },
    button: { me: "Sí, he sido yo", not_me: "No, no he sido yo" },
    done: {
      me: "Gracias. El inicio de sesión queda confirmado como suyo.",
      not_me:
        "Gracias. Su cuenta ya está protegida. Cambie su contraseña y use una que no tenga en ningún otro sitio.",
    },
    once: "Ya se había respondido, y cuenta la primera respuesta.",
    often: "Han llegado demasiadas respuestas desde su red. Inténtelo de nuevo dentro de una hora.",
    missing: "Página no encontrada",
    missingText: "La dirección es incorrecta o ha caducado. Compruebe que la ha copiado entera.",
  },
  pt: {
    name: "Português",
    choice: "Idioma",
    title: "Foi você?",
    lead: "Houve um início de sessão invulgar na sua conta, ou uma tentativa.",
    facts: "O início de sessão",
    effect: {
      me: "Se confirmar que foi você, este dispositivo e esta rede passam a ser reconhecidos como seus.",
      not_me:
        "Se não foi você, a sua conta fica protegida: durante 30 dias, cada início de sessão é tratado como suspeito.",
    },
    button: { me: "Sim, fui eu", not_me: "Não, não fui eu" },
    done: {
      me: "Obrigado. O início de sessão está confirmado como seu.",
      not_me:
        "Obrigado. A sua conta está agora protegida. Altere a sua palavra-passe e use uma que não tenha em mais nenhum sítio.",
    },
    once: "Já tinha sido respondido, e conta a primeira resposta.",
    often: "Chegaram demasiadas respostas da sua rede. Tente novamente daqui a uma hora.",
    missing: "Página não encontrada",
    missingText: "O endereço está errado ou expirou. Verifique se o copiou por inteiro.",
  },
};
