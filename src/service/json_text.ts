/** JSON that is a text already, and the type of what it says. */
export class JsonText<T> {
  readonly text: string;
  /** For the compiler. */
  declare readonly value?: T;

  constructor(text: string) {
    this.text = text;
  }

  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}
