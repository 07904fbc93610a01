/** The words of the public page of a challenge. `{…}` are placeholders. */
import type { CustomerLanguage } from "../../model/customer_reason.ts";
import type { ChallengeProblem } from "../../service/challenge/pass.ts";

interface ChallengeWords {
  readonly name: string;
  readonly choice: string;
  readonly title: string;
  readonly lead: string;
  /** While the script works; sent; and where it cannot work. */
  readonly work: string;
  readonly done: string;
  readonly cannot: string;
  readonly waitTitle: string;
  /** With `{seconds}`. */
  readonly wait: string;
  readonly go: string;
  readonly codeTitle: string;
  readonly codeAsk: string;
  readonly codeSend: string;
  readonly codeSent: string;
  readonly code: string;
  readonly codeCheck: string;
  readonly passed: string;
  readonly passedText: string;
  readonly token: string;
  readonly problems: Readonly<Record<ChallengeProblem | "often", string>>;
  readonly missing: string;
  readonly missingText: string;
}

export const WORDS: Readonly<Record<CustomerLanguage, ChallengeWords>> = {
  en: {
    name: "English",
    choice: "Language",
    title: "One moment, please",
    lead: "Before you go on, we check that you are not a program. One of these ways is enough.",
    work: "Your browser is being checked. You need not do anything.",
    done: "Done. You go on now.",
    cannot: "Your browser cannot do this by itself. Please use the button below.",
    waitTitle: "Wait a moment",
    wait: "Wait {seconds} seconds, then press the button.",
    go: "Continue",
    codeTitle: "Code by e-mail",
    codeAsk: "We can send a code to the e-mail address that you gave.",
    codeSend: "Send me a code",
    codeSent: "If mail can be sent to your address, a code is on its way. It is good for 15 minutes.",
    code: "The code from the e-mail",
    codeCheck: "Check the code",
    passed: "Thank you",
    passedText: "You can go back to the page that you came from.",
    token: "If that page asks for a code, copy this one. It is good for five minutes.",
    problems: {
      early: "That was too soon. Please wait a few seconds and press the button again.",
      late: "The time is over. Please try again.",
      used: "This was sent already. Please try again.",
      wrong: "That was not right. Please try again.",
      network: "Your connection has changed in between. Please try again.",
      full: "No more tries are possible here. Please go back and begin again.",
      mail: "No more codes can be sent at the moment. Please use another way.",
      often: "Too many tries came from your network. Please try again in an hour.",
    },
    missing: "Page not found",
    missingText: "The address is wrong, or its time is over. Please go back and begin again.",
  },
  de: {
    name: "Deutsch",
    choice: "Sprache",
    title: "Einen Moment, bitte",
    lead: "Bevor es weitergeht, prüfen wir, dass Sie kein Programm sind. Einer dieser Wege genügt.",
    work: "Ihr Browser wird geprüft. Sie müssen nichts tun.",
    done: "Fertig. Es geht weiter.",
    cannot: "Ihr Browser kann das nicht von selbst. Bitte benutzen Sie den Knopf unten.",
    waitTitle: "Kurz warten",
    wait: "Warten Sie {seconds} Sekunden und drücken Sie dann den Knopf.",
    go: "Weiter",
    codeTitle: "Code per E-Mail",
    codeAsk: "Wir können einen Code an die E-Mail-Adresse senden, die Sie angegeben haben.",
    codeSend: "Code senden",
    codeSent: "Wenn Ihre Adresse Post empfangen kann, ist ein Code unterwegs. Er gilt 15 Minuten.",
    code: "Der Code aus der E-Mail",
    codeCheck: "Code prüfen",
    passed: "Vielen Dank",
    passedText: "Sie können zu der Seite zurückgehen, von der Sie kamen.",
    token: "Wenn jene Seite einen Code verlangt, kopieren Sie diesen. Er gilt fünf Minuten.",
    problems: {
      early: "Das war zu früh. Bitte warten Sie einige Sekunden und drücken Sie den Knopf noch einmal.",
      late: "Die Zeit ist abgelaufen. Bitte versuchen Sie es noch einmal.",
      used: "Das wurde schon gesendet. Bitte versuchen Sie es noch einmal.",
      wrong: "Das war nicht richtig. Bitte versuchen Sie es noch einmal.",
      network: "Ihre Verbindung hat inzwischen gewechselt. Bitte versuchen Sie es noch einmal.",
      full: "Hier sind keine weiteren Versuche möglich. Bitte gehen Sie zurück und beginnen Sie neu.",
      mail: "Im Moment kann kein weiterer Code gesendet werden. Bitte nehmen Sie einen anderen Weg.",
      often: "Aus Ihrem Netz kamen zu viele Versuche. Bitte versuchen Sie es in einer Stunde noch einmal.",
    },
    missing: "Seite nicht gefunden",
    missingText:
      "Die Adresse ist falsch oder ihre Zeit ist abgelaufen. Bitte gehen Sie zurück und beginnen Sie neu.",
  },
  fr: {
    name: "Français",
    choice: "Langue",
    title: "Un instant, s’il vous plaît",
    lead:
      "Avant de continuer, nous vérifions que vous n’êtes pas un programme. Un seul de ces moyens suffit.",
    work: "Votre navigateur est en cours de vérification. Vous n’avez rien à faire.",
    done: "C’est fait. Vous continuez maintenant.",
    cannot: "Votre navigateur ne peut pas le faire seul. Utilisez le bouton ci-dessous.",
    waitTitle: "Patienter un instant",
    wait: "Attendez {seconds} secondes, puis appuyez sur le bouton.",
    go: "Continuer",
    codeTitle: "Code par e-mail",
    codeAsk: "Nous pouvons envoyer un code à l’adresse e-mail que vous avez donnée.",
    codeSend: "M’envoyer un code",
    codeSent: "Si votre adresse peut recevoir du courrier, un code est en route. Il est valable 15 minutes.",
    code: "Le code reçu par e-mail",
    codeCheck: "Vérifier le code",
    passed: "Merci",
    passedText: "Vous pouvez revenir à la page d’où vous venez.",
    token: "Si cette page demande un code, copiez celui-ci. Il est valable cinq minutes.",
    problems: {
      early: "C’était trop tôt. Attendez quelques secondes et appuyez de nouveau sur le bouton.",
      late: "Le temps est écoulé. Veuillez réessayer.",
      used: "Cela a déjà été envoyé. Veuillez réessayer.",
      wrong: "Ce n’était pas correct. Veuillez réessayer.",
      network: "Votre connexion a changé entre-temps. Veuillez réessayer.",
      full: "Aucun autre essai n’est possible ici. Revenez en arrière et recommencez.",
      mail: "Aucun autre code ne peut être envoyé pour le moment. Utilisez un autre moyen.",
      often: "Trop d’essais sont venus de votre réseau. Réessayez dans une heure.",
    },
    missing: "Page introuvable",
    missingText: "L’adresse est fausse ou n’est plus valable. Revenez en arrière et recommencez.",
  },
  es: {
    name: "Español",
    choice: "Idioma",
    title: "Un momento, por favor",
    lead: "Antes de continuar, comprobamos que usted no es un programa. Basta con una de estas opciones.",
    work: "Se está comprobando su navegador. No tiene que hacer nada.",
    done: "Hecho. Ahora continúa.",
    cannot: "Su navegador no puede hacerlo solo. Utilice el botón de abajo.",
    waitTitle: "Esperar un momento",
    wait: "Espere {seconds} segundos y pulse el botón.",
    go: "Continuar",
    codeTitle: "Código por correo electrónico",
    codeAsk: "Podemos enviar un código a la dirección de correo que usted indicó.",
    codeSend: "Enviarme un código",
    codeSent: "Si su dirección puede recibir correo, hay un código en camino. Es válido durante 15 minutos.",
    code: "El código del correo",
    codeCheck: "Comprobar el código",
    passed: "Gracias",
    passedText: "Puede volver a la página de la que venía.",
    token: "Si esa página pide un código, copie este. Es válido durante cinco minutos.",
    problems: {
      early: "Era demasiado pronto. Espere unos segundos y pulse el botón otra vez.",
      late: "El tiempo se ha acabado. Inténtelo otra vez.",
      used: "Esto ya se había enviado. Inténtelo otra vez.",
      wrong: "No era correcto. Inténtelo otra vez.",
      network: "Su conexión ha cambiado entretanto. Inténtelo otra vez.",
      full: "Aquí no son posibles más intentos. Vuelva atrás y empiece de nuevo.",
      mail: "Por ahora no se pueden enviar más códigos. Utilice otra opción.",
      often: "Han llegado demasiados intentos desde su red. Inténtelo dentro de una hora.",
    },
    missing: "Página no encontrada",
    missingText: "La dirección es incorrecta o ha caducado. Vuelva atrás y empiece de nuevo.",
  },
  pt: {
    name: "Português",
    choice: "Idioma",
    title: "Um momento, por favor",
    lead: "Antes de continuar, verificamos que não é um programa. Basta uma destas opções.",
    work: "O seu navegador está a ser verificado. Não tem de fazer nada.",
    done: "Pronto. Pode continuar.",
    cannot: "O seu navegador não consegue fazer isto sozinho. Use o botão abaixo.",
    waitTitle: "Esperar um momento",
    wait: "Espere {seconds} segundos e prima o botão.",
    go: "Continuar",
    codeTitle: "Código por e-mail",
    codeAsk: "Podemos enviar um código para o endereço de e-mail que indicou.",
    codeSend: "Enviar um código",
    codeSent:
      "Se o seu endereço pode receber correio, um código está a caminho. É válido durante 15 minutos.",
    code: "O código do e-mail",
    codeCheck: "Verificar o código",
    passed: "Obrigado",
    passedText: "Pode voltar à página de onde veio.",
    token: "Se essa página pedir um código, copie este. É válido durante cinco minutos.",
    problems: {
      early: "Foi cedo demais. Espere alguns segundos e prima o botão outra vez.",
      late: "O tempo acabou. Tente outra vez.",
      used: "Isto já foi enviado. Tente outra vez.",
      wrong: "Não estava certo. Tente outra vez.",
      network: "A sua ligação mudou entretanto. Tente outra vez.",
      full: "Aqui não são possíveis mais tentativas. Volte atrás e comece de novo.",
      mail: "De momento não podem ser enviados mais códigos. Use outra opção.",
      often: "Vieram demasiadas tentativas da sua rede. Tente dentro de uma hora.",
    },
    missing: "Página não encontrada",
    missingText: "O endereço está errado ou expirou. Volte atrás e comece de novo.",
  },
};
