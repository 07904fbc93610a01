/**
 * What an account may tell its own customer about a verdict: one table of safe sentences. None of them names a rule, a list, a
 * group of sign-ups or another person: for all of those there is `general`.
 */

/** In the order in which they are listed. */
export const CUSTOMER_REASONS = {
  general: {
    en: "Our automatic checks could not confirm your details.",
    de: "Unsere automatische Prüfung konnte Ihre Angaben nicht bestätigen.",
    fr: "Nos contrôles automatiques n’ont pas pu confirmer vos informations.",
    es: "Nuestras comprobaciones automáticas no han podido confirmar sus datos.",
    pt: "As nossas verificações automáticas não conseguiram confirmar os seus dados.",
  },
  details_unreadable: {
    en: "Some of the details that you entered could not be read. Please check them.",
    de: "Einige Ihrer Angaben waren nicht lesbar. Bitte prüfen Sie sie.",
    fr: "Certaines des informations saisies n’ont pas pu être lues. Veuillez les vérifier.",
    es: "Algunos de los datos introducidos no se han podido leer. Compruébelos, por favor.",
    pt: "Alguns dos dados introduzidos não puderam ser lidos. Verifique-os, por favor.",
  },
  email_undeliverable: {
    en: "The e-mail address does not seem to receive mail. Please check it.",
    de: "An die E-Mail-Adresse lässt sich offenbar nichts zustellen. Bitte prüfen Sie sie.",
    fr: "L’adresse e-mail ne semble pas pouvoir recevoir de messages. Veuillez la vérifier.",
    es: "La dirección de correo electrónico no parece recibir mensajes. Compruébela, por favor.",
    pt: "O endereço de e-mail não parece receber mensagens. Verifique-o, por favor.",
  },
  email_misspelt: {
    en: "The e-mail address may contain a typing mistake. Please check it.",
    de: "Die E-Mail-Adresse enthält möglicherweise einen Tippfehler. Bitte prüfen Sie sie.",
    fr: "L’adresse e-mail contient peut-être une faute de frappe. Veuillez la vérifier.",
    es:
      "Es posible que la dirección de correo electrónico contenga un error al teclear. Compruébela, por favor.",
    pt: "O endereço de e-mail pode conter um erro de digitação. Verifique-o, por favor.",
  },
  email_temporary: {
    en: "The e-mail address appears to be a temporary one. Please use a permanent address.",
    de:
      "Die E-Mail-Adresse ist offenbar nur vorübergehend gültig. Bitte verwenden Sie eine dauerhafte Adresse.",
    fr: "L’adresse e-mail semble être temporaire. Veuillez utiliser une adresse permanente.",
    es:
      "La dirección de correo electrónico parece ser temporal. Utilice una dirección permanente, por favor.",
    pt: "O endereço de e-mail parece ser temporário. Utilize um endereço permanente, por favor.",
  },
  email_impersonal: {
    en: "The e-mail address does not look like a personal one. Please use your personal address.",
    de:
      "Die E-Mail-Adresse sieht nicht wie eine persönliche aus. Bitte verwenden Sie Ihre persönliche Adresse.",
    fr: "L’adresse e-mail ne ressemble pas à une adresse personnelle. Veuillez utiliser la vôtre.",
    es: "La dirección de correo electrónico no parece personal. Utilice su dirección personal, por favor.",
    pt: "O endereço de e-mail não parece ser pessoal. Utilize o seu endereço pessoal, por favor.",
  },
  domain_recent: {
    en: "The domain, or that of the e-mail address, was registered only recently.",
    de: "Die Domain oder die der E-Mail-Adresse wurde erst vor Kurzem registriert.",
    fr: "Le domaine, ou celui de l’adresse e-mail, n’a été enregistré que récemment.",
    es: "El dominio, o el de la dirección de correo electrónico, se ha registrado hace poco.",
    pt: "O domínio, ou o do endereço de e-mail, foi registado há pouco tempo.",
  },
  domain_unconfirmed: {
    en: "The domain, or that of the e-mail address, could not be confirmed.",
    de: "Die Domain oder die der E-Mail-Adresse ließ sich nicht bestätigen.",
    fr: "Le domaine, ou celui de l’adresse e-mail, n’a pas pu être confirmé.",
    es: "No se ha podido confirmar el dominio, o el de la dirección de correo electrónico.",
    pt: "Não foi possível confirmar o domínio, ou o do endereço de e-mail.",
  },
  phone_invalid: {
    en: "The phone number does not seem to be in use. Please check it.",
    de: "Die Telefonnummer ist offenbar nicht vergeben. Bitte prüfen Sie sie.",
    fr: "Le numéro de téléphone ne semble pas être attribué. Veuillez le vérifier.",
    es: "El número de teléfono no parece estar en uso. Compruébelo, por favor.",
    pt: "O número de telefone não parece estar em uso. Verifique-o, por favor.",
  },
  phone_type: {
    en: "This kind of phone number could not be accepted. Please use an ordinary mobile or landline number.",
    de:
      "Diese Art von Telefonnummer konnte nicht angenommen werden. Bitte verwenden Sie eine gewöhnliche Mobil- oder Festnetznummer.",
    fr:
      "Ce type de numéro de téléphone n’a pas pu être accepté. Veuillez utiliser un numéro de mobile ou de ligne fixe ordinaire.",
    es:
      "Este tipo de número de teléfono no se ha podido aceptar. Utilice un número de móvil o fijo habitual, por favor.",
    pt:
      "Este tipo de número de telefone não pôde ser aceite. Utilize um número de telemóvel ou fixo comum, por favor.",
  },
  connection_anonymous: {
    en: "The connection seems to go through a VPN, a proxy or an anonymising network. Please try without it.",
    de:
      "Die Verbindung läuft offenbar über ein VPN, einen Proxy oder ein Anonymisierungsnetz. Bitte versuchen Sie es ohne.",
    fr:
      "La connexion semble passer par un VPN, un proxy ou un réseau d’anonymisation. Veuillez réessayer sans.",
    es:
      "La conexión parece pasar por una VPN, un proxy o una red de anonimización. Inténtelo sin ella, por favor.",
    pt:
      "A ligação parece passar por uma VPN, um proxy ou uma rede de anonimização. Tente sem isso, por favor.",
  },
  connection_hosting: {
    en: "The connection came from a data centre rather than from a home, office or mobile network.",
    de: "Die Verbindung kam aus einem Rechenzentrum statt aus einem Privat-, Firmen- oder Mobilfunknetz.",
    fr:
      "La connexion provenait d’un centre de données plutôt que d’un réseau domestique, professionnel ou mobile.",
    es: "La conexión procedía de un centro de datos y no de una red doméstica, de oficina o móvil.",
    pt: "A ligação veio de um centro de dados e não de uma rede doméstica, de escritório ou móvel.",
  },
  browser_automated: {
    en: "The request looked as if a program had made it.",
    de: "Die Anfrage sah aus, als käme sie von einem Programm.",
    fr: "La demande semblait provenir d’un programme.",
    es: "La solicitud parecía hecha por un programa.",
    pt: "O pedido parecia ter sido feito por um programa.",
  },
  time_zone: {
    en: "The time zone of the device does not match the place of the connection.",
    de: "Die Zeitzone des Geräts passt nicht zum Ort der Verbindung.",
    fr: "Le fuseau horaire de l’appareil ne correspond pas au lieu de la connexion.",
    es: "La zona horaria del dispositivo no coincide con el lugar de la conexión.",
    pt: "O fuso horário do dispositivo não corresponde ao local da ligação.",
  },
  agent_unverified: {
    en: "The signature of the automated assistant that made the request could not be verified.",
    de:
      "Die Signatur des automatischen Assistenten, der die Anfrage gestellt hat, ließ sich nicht bestätigen.",
    fr: "La signature de l’assistant automatique à l’origine de la demande n’a pas pu être vérifiée.",
    es: "No se ha podido verificar la firma del asistente automático que hizo la solicitud.",
    pt: "Não foi possível verificar a assinatura do assistente automático que fez o pedido.",
  },
} as const satisfies Readonly<Record<string, CustomerSentence>>;

export const CUSTOMER_LANGUAGES = ["en", "de", "fr", "es", "pt"] as const;
export type CustomerLanguage = typeof CUSTOMER_LANGUAGES[number];

type CustomerSentence = Readonly<Record<CustomerLanguage, string>>;

export type CustomerReason = keyof typeof CUSTOMER_REASONS;
export const CUSTOMER_REASON_CODES = Object.keys(CUSTOMER_REASONS) as readonly CustomerReason[];
