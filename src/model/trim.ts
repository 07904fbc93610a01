/** Without spaces and tabs at both ends. Other white space, such as a line break, stays. */
export function trimBlanks(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && isBlank(text[from])) from++;
  while (to > from && isBlank(text[to - 1])) to--;
  return text.slice(from, to);
}

function isBlank(character: string | undefined): boolean {
  return character === " " || character === "\t";
}

const PASTED = /[\t\p{Zs}\p{Cf}]/u;

/** Without what copying from a page or a list leaves at both ends: blanks of any width, bidi marks, zero-width characters. */
export function trimPasted(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && PASTED.test(text[from]!)) from++;
  while (to > from && PASTED.test(text[to - 1]!)) to--;
  return text.slice(from, to);
}
