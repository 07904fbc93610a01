/** The words of the public page of an appeal. `{…}` are placeholders. */
import { MAX_APPEAL_TEXT } from "../../model/appeal.ts";
import type { CustomerLanguage } from "../../model/customer_reason.ts";
import type { AppealProblem } from "../../service/appeals/public_case.ts";

export interface AppealWords {
  /** The language by its own name. */
  readonly name: string;
  readonly choice: string;
  readonly title: string;
  readonly decided: Readonly<Record<"review" | "block", string>>;
  /** With `{date}`. */
  readonly on: string;
  readonly why: string;
  readonly invitation: string;
  readonly text: string;
  readonly textHint: string;
  readonly replyTo: string;
  readonly replyToHint: string;
  readonly send: string;
  readonly states: Readonly<Record<"open" | "accepted" | "refused", string>>;
  readonly answer: string;
  /** With `{date}`. */
  readonly until: string;
  readonly problems: Readonly<Record<AppealProblem | "often", string>>;
  readonly missing: string;
  readonly missingText: string;
}

export const WORDS: Readonly<Record<CustomerLanguage, AppealWords>> = {
  en: {
    name: "English",
    choice: "Language",
    title: "Your sign-up",
    decided: {
      review: "Your sign-up has to be checked before it is accepted.",
      block: "Your sign-up was not accepted.",
    },
    on: "Decided on {date}.",
    why: "Why",
    invitation: "Do you think that this is wrong? Tell us, and a person will look at it again.",
    text: "What should we know?",
    textHint: `At most ${MAX_APPEAL_TEXT} characters. Please send no passwords and no card numbers.`,
    replyTo: "E-mail address for the answer (optional)",
    replyToHint: "It is stored encrypted and deleted with this case. The answer will also be on this page.",
    send: "Send",
    states: {
      open: "We have received your message. The answer will be on this page: please keep its address.",
      accepted:
        "We have looked at it again, and you were right: your details are accepted now. Please sign up again if you still have no account.",
      refused: "We have looked at it again, and the decision stays as it is.",
    },
    answer: "Answer",
    until: "This page can be opened until {date}.",
    problems: {
      empty: "Please write something.",
      long: `The text is too long: at most ${MAX_APPEAL_TEXT} characters are possible.`,
      address: "This is not an e-mail address that we can answer to. Check it, or leave it out.",
      once: "Your message was received already. A second one is not possible.",
      full: "No more messages can be taken at the moment. Please try again tomorrow.",
      often: "Too many messages came from your network. Please try again in an hour.",
    },
    missing: "Page not found",
    missingText: "The address is wrong, or its time is over. Please check that you copied all of it.",
  },
  de: {
    name: "Deutsch",
    choice: "Sprache",
    title: "Ihre Anmeldung",
    decided: {
      review: "Ihre Anmeldung muss geprüft werden, bevor sie angenommen wird.",
      block: "Ihre Anmeldung wurde nicht angenommen.",
    },
    on: "Entschieden am {date}.",
    why: "Warum",
    invitation: "Halten Sie das für falsch? Schreiben Sie uns, dann sieht ein Mensch es sich noch einmal an.",
    text: "Was sollten wir wissen?",
    textHint:
      `Höchstens ${MAX_APPEAL_TEXT} Zeichen. Bitte senden Sie keine Passwörter und keine Kartennummern.`,
    replyTo: "E-Mail-Adresse für die Antwort (freiwillig)",
    replyToHint:
      "Sie wird verschlüsselt gespeichert und mit diesem Fall gelöscht. Die Antwort steht auch auf dieser Seite.",
    send: "Absenden",
    states: {
      open:
        "Wir haben Ihre Nachricht erhalten. Die Antwort wird auf dieser Seite stehen: Bitte bewahren Sie ihre Adresse auf.",
      accepted:
        "Wir haben es uns noch einmal angesehen, und Sie hatten recht: Ihre Angaben sind jetzt angenommen. Falls Sie noch kein Konto haben, melden Sie sich bitte noch einmal an.",
      refused: "Wir haben es uns noch einmal angesehen, und es bleibt bei der Entscheidung.",
    },
    answer: "Antwort",
    until: "Diese Seite lässt sich bis zum {date} öffnen.",
    problems: {
      empty: "Bitte schreiben Sie etwas.",
      long: `Der Text ist zu lang: Möglich sind höchstens ${MAX_APPEAL_TEXT} Zeichen.`,
      address:
        "An diese E-Mail-Adresse können wir nicht antworten. Bitte prüfen Sie sie, oder lassen Sie sie weg.",
      once: "Ihre Nachricht ist schon eingegangen. Eine zweite ist nicht möglich.",
      full:
        "Im Augenblick können keine weiteren Nachrichten angenommen werden. Bitte versuchen Sie es morgen noch einmal.",
      often: "Aus Ihrem Netz kamen zu viele Nachrichten. Bitte versuchen Sie es in einer Stunde noch einmal.",
    },
    missing: "Seite nicht gefunden",
    missingText:
      "Die Adresse ist falsch, oder ihre Zeit ist abgelaufen. Bitte prüfen Sie, ob Sie sie vollständig kopiert haben.",
  },
  fr: {
    name: "Français",
    choice: "Langue",
    title: "Votre inscription",
    decided: {
      review: "Votre inscription doit être vérifiée avant d’être acceptée.",
      block: "Votre inscription n’a pas été acceptée.",
    },
    on: "Décision du {date}.",
    why: "Pourquoi",
    invitation:
      "Vous pensez que c’est une erreur ? Écrivez-nous : une personne examinera de nouveau votre demande.",
    text: "Que devons-nous savoir ?",
    textHint: `${MAX_APPEAL_TEXT} caractères au maximum. N’envoyez ni mot de passe ni numéro de carte.`,
    replyTo: "Adresse e-mail pour la réponse (facultatif)",
    replyToHint:
      "Elle est conservée sous forme chiffrée et supprimée avec ce dossier. La réponse figurera aussi sur cette page.",
    send: "Envoyer",
    states: {
      open: "Nous avons bien reçu votre message. La réponse figurera sur cette page : conservez son adresse.",
      accepted:
        "Nous avons réexaminé votre demande et vous aviez raison : vos informations sont maintenant acceptées. Si vous n’avez pas encore de compte, inscrivez-vous de nouveau.",
      refused: "Nous avons réexaminé votre demande et la décision est maintenue.",
    },
    answer: "Réponse",
    until: "Cette page peut être consultée jusqu’au {date}.",
    problems: {
      empty: "Veuillez écrire quelque chose.",
      long: `Le texte est trop long : ${MAX_APPEAL_TEXT} caractères au maximum.`,
      address: "Nous ne pouvons pas répondre à cette adresse e-mail. Vérifiez-la ou laissez le champ vide.",
      once: "Votre message a déjà été reçu. Il n’est pas possible d’en envoyer un second.",
      full: "Aucun autre message ne peut être reçu pour le moment. Veuillez réessayer demain.",
      often: "Trop de messages sont venus de votre réseau. Veuillez réessayer dans une heure.",
    },
    missing: "Page introuvable",
    missingText: "L’adresse est erronée ou a expiré. Vérifiez que vous l’avez copiée en entier.",
  },
  es: {
    name: "Español",
    choice: "Idioma",
    title: "Su registro",
    decided: {
      review: "Su registro debe revisarse antes de ser aceptado.",
      block: "Su registro no ha sido aceptado.",
    },
    on: "Decidido el {date}.",
    why: "Por qué",
    invitation: "¿Cree que es un error? Escríbanos y una persona volverá a examinarlo.",
    text: "¿Qué deberíamos saber?",
    textHint: `Como máximo ${MAX_APPEAL_TEXT} caracteres. No envíe contraseñas ni números de tarjeta.`,
    replyTo: "Correo electrónico para la respuesta (opcional)",
    replyToHint: "Se guarda cifrado y se elimina con este caso. La respuesta también estará en esta página.",
    send: "Enviar",
    states: {
      open: "Hemos recibido su mensaje. La respuesta estará en esta página: conserve su dirección.",
      accepted:
        "Lo hemos vuelto a examinar y tenía usted razón: sus datos ya están aceptados. Si aún no tiene una cuenta, regístrese de nuevo.",
      refused: "Lo hemos vuelto a examinar y la decisión se mantiene.",
    },
    answer: "Respuesta",
    until: "Esta página puede abrirse hasta el {date}.",
    problems: {
      empty: "Escriba algo, por favor.",
      long: `El texto es demasiado largo: como máximo ${MAX_APPEAL_TEXT} caracteres.`,
      address: "No podemos responder a este correo electrónico. Compruébelo o deje el campo vacío.",
      once: "Su mensaje ya se ha recibido. No es posible enviar otro.",
      full: "En este momento no se pueden recibir más mensajes. Inténtelo de nuevo mañana.",
      often: "Han llegado demasiados mensajes desde su red. Inténtelo de nuevo dentro de una hora.",
    },
    missing: "Página no encontrada",
    missingText: "La dirección es incorrecta o ha caducado. Compruebe que la ha copiado entera.",
  },
  pt: {
    name: "Português",
    choice: "Idioma",
    title: "O seu registo",
    decided: {
      review: "O seu registo tem de ser verificado antes de ser aceite.",
      block: "O seu registo não foi aceite.",
    },
    on: "Decidido em {date}.",
    why: "Porquê",
    invitation: "Acha que é um erro? Escreva-nos e uma pessoa voltará a analisar o caso.",
    text: "O que devemos saber?",
    textHint: `No máximo ${MAX_APPEAL_TEXT} caracteres. Não envie palavras-passe nem números de cartão.`,
    replyTo: "Endereço de e-mail para a resposta (opcional)",
    replyToHint:
      "É guardado de forma cifrada e eliminado com este caso. A resposta estará também nesta página.",
    send: "Enviar",
    states: {
      open: "Recebemos a sua mensagem. A resposta estará nesta página: guarde o endereço dela.",
      accepted:
        "Voltámos a analisar o caso e tinha razão: os seus dados estão agora aceites. Se ainda não tem uma conta, registe-se novamente.",
      refused: "Voltámos a analisar o caso e a decisão mantém-se.",
    },
    answer: "Resposta",
    until: "Esta página pode ser aberta até {date}.",
    problems: {
      empty: "Escreva alguma coisa, por favor.",
      long: `O texto é demasiado longo: no máximo ${MAX_APPEAL_TEXT} caracteres.`,
      address: "Não podemos responder a este endereço de e-mail. Verifique-o ou deixe o campo vazio.",
      once: "A sua mensagem já foi recebida. Não é possível enviar outra.",
      full: "De momento não é possível receber mais mensagens. Tente novamente amanhã.",
      often: "Chegaram demasiadas mensagens da sua rede. Tente novamente daqui a uma hora.",
    },
    missing: "Página não encontrada",
    missingText: "O endereço está errado ou expirou. Verifique se o copiou por inteiro.",
  },
};
