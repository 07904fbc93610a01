/** Which column of a file of labels holds what: as it was said, otherwise guessed by its name. */

/** Who or what is labelled, in the order in which a row's cells are tried. */
export const NAMING_ROLES = ["request_id", "user_id", "email", "phone"] as const;
export const LABEL_ROLES = [...NAMING_ROLES, "date", "outcome", "type"] as const;
export type LabelRole = typeof LABEL_ROLES[number];

/** By role: the name of a column as the file has it. */
export type LabelColumns = { readonly [role in LabelRole]?: string };

/** The column of each role, from 0. */
export type ColumnIndexes = { readonly [role in LabelRole]?: number };

/** Without case, spaces and punctuation; the first of a role that the file has is used. */
const NAMES: Readonly<Record<LabelRole, string>> = {
  request_id: "requestid winnowrequestid winnowid scoreid reqid request",
  user_id:
    "userid customerid accountid clientid memberid uid kundennummer kundenid benutzerid nutzerid idutilisateur idclient idcliente idusuario idutente user customer account kunde benutzer utilisateur cliente usuario utente externalid id",
  email:
    "email emailaddress useremail customeremail mail emailadresse mailadresse adresseemail adressemail courriel correo correoelectronico correoelectrónico indirizzoemail emailadres",
  phone:
    "phone phonenumber userphone mobile mobilenumber telephone tel msisdn telefon telefonnummer handynummer téléphone teléfono telefono",
  date:
    "at happenedat occurredat chargebackdate disputedate frauddate eventdate date datetime timestamp time reportedat createdat created datum zeitpunkt fecha data",
  outcome:
    "outcome label isfraud fraud fraudulent fraudlabel isfraudulent status result class verdict decision betrug istbetrug ergebnis urteil fraude frode resultado résultat resultat estado statut stato chargeback",
  type:
    "type fraudtype labeltype kind category reason reasoncode art betrugsart typ tipo kategorie grund motif",
};

const MAX_COLUMNS = 500;
const MAX_LISTED = 40;
const MAX_NAME = 60;

interface FoundLabelColumns {
  readonly indexes: ColumnIndexes;
  /** As the file names them. */
  readonly names: LabelColumns;
  /** The first ones. */
  readonly unused: readonly string[];
}

/**
 * @param given where a name is "", the role has no column
 * @throws what `refuse` makes when a given column is missing, or no column names what is labelled
 */
export function findLabelColumns(
  header: readonly string[],
  given: LabelColumns,
  refuse: (why: string) => Error,
): FoundLabelColumns {
  if (header.length > MAX_COLUMNS) throw refuse(`it has more than ${MAX_COLUMNS} columns`);
  const cells = header.map((cell) => cell.trim());
  const plainCells = cells.map(plain);
  const indexes: { [role in LabelRole]?: number } = {};
  const taken = new Set<number>();
  const take = (role: LabelRole, index: number) => {
    indexes[role] = index;
    taken.add(index);
  };
  for (const role of LABEL_ROLES) {
    const name = given[role];
    if (name === undefined || name === "") continue;
    const exact = cells.indexOf(name.trim());
    const index = exact >= 0 ? exact : plainCells.indexOf(plain(name));
    if (index < 0) throw refuse(`there is no column ${quoted(name)}; ${listed(cells)}`);
    take(role, index);
  }
  for (const role of LABEL_ROLES) {
    if (given[role] !== undefined) continue;
    for (const name of NAMES[role].split(" ")) {
      const index = plainCells.findIndex((cell, at) => cell === name && !taken.has(at));
      if (index < 0) continue;
      take(role, index);
      break;
    }
  }
  if (NAMING_ROLES.every((role) => indexes[role] === undefined)) {
    throw refuse(
      `no column is named like a request id, user id, e-mail address or phone number; ${listed(cells)}`,
    );
  }
  const names = Object.entries(indexes).map(([role, index]) => [role, shortened(cells[index]!)]);
  return {
    indexes,
    names: Object.fromEntries(names),
    unused: cells.filter((_, at) => !taken.has(at)).slice(0, MAX_LISTED).map(shortened),
  };
}

function plain(name: string): string {
  return name.normalize("NFC").toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}

function listed(cells: readonly string[]): string {
  const more = cells.length > MAX_LISTED ? `, and ${cells.length - MAX_LISTED} more` : "";
  return `the file's columns are: ${cells.slice(0, MAX_LISTED).map(quoted).join(", ")}${more}`;
}

function quoted(name: string): string {
  return JSON.stringify(shortened(name));
}

function shortened(name: string): string {
  return name.slice(0, MAX_NAME).toWellFormed();
}
