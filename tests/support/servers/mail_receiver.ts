/** A mail server on loopback that takes mail (npm `smtp-server`). */
import { SMTPServer } from "smtp-server";
import { eventually } from "../eventually.ts";
import { TEST_CERT, TEST_KEY } from "./certificates.ts";

interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** As it was sent: headers and text. */
  readonly raw: string;
  /** Whole lines of the header, unfolded. */
  readonly headers: readonly string[];
  /** Decoded. */
  readonly text: string;
  readonly secure: boolean;
  readonly user: string | null;
}

interface ReceiverOptions {
  /** `tls`: from the start; `starttls`: offered; `none`: neither. */
  readonly encryption?: "tls" | "starttls" | "none";
  /** Asks for them. */
  readonly password?: { readonly user: string; readonly password: string };
}

export class MailReceiver implements AsyncDisposable {
  readonly received: ReceivedMail[] = [];
  /** What is answered to a recipient; null: it is taken. */
  refuse: (to: string) => { readonly code: number; readonly message: string } | null = () => null;
  readonly #server: SMTPServer;

  private constructor({ encryption = "none", password }: ReceiverOptions) {
    this.#server = new SMTPServer({
      secure: encryption === "tls",
      key: TEST_KEY,
      cert: TEST_CERT,
      disabledCommands: [
        ...(encryption === "none" ? ["STARTTLS"] : []),
        ...(password === undefined ? ["AUTH"] : []),
      ],
      authOptional: password === undefined,
      disableReverseLookup: true,
      logger: false,
      onAuth: (auth, _session, done) => {
        const isRight = auth.username === password?.user && auth.password === password?.password;
        if (isRight) done(null, { user: auth.username ?? "" });
        else done(new Error("wrong"));
      },
      onRcptTo: ({ address }, _session, done) => {
        const refused = this.refuse(address);
        done(
          refused === null ? null : Object.assign(new Error(refused.message), { responseCode: refused.code }),
        );
      },
      onData: (stream, session, done) => {
        const parts: Uint8Array[] = [];
        stream.on("data", (part: Uint8Array) => parts.push(part));
        stream.on("end", () => {
          const raw = new TextDecoder().decode(new Uint8Array(parts.flatMap((part) => [...part])));
          const { mailFrom, rcptTo } = session.envelope;
          const head = raw.slice(0, raw.indexOf("\r\n\r\n"));
          this.received.push({
            from: mailFrom ? mailFrom.address : "",
            to: rcptTo.map(({ address }) => address),
            raw,
            headers: head.replace(/\r\n[ \t]+/g, " ").split("\r\n"),
            text: textOf(head, raw.slice(head.length + 4)),
            secure: session.secure,
            user: typeof session.user === "string" ? session.user : null,
          });
          done();
        });
      },
    });
    this.#server.on("error", () => {});
  }

  static async start(options: ReceiverOptions = {}): Promise<MailReceiver> {
    const receiver = new MailReceiver(options);
    await new Promise<void>((listening) => receiver.#server.listen(0, "127.0.0.1", () => listening()));
    return receiver;
  }

  get port(): number {
    const address = this.#server.server.address();
    return typeof address === "object" && address !== null ? address.port : 0;
  }

  /** Waits until so many mails came. */
  async take(count: number): Promise<readonly ReceivedMail[]> {
    await eventually(() => this.received.length >= count, `${count} mails`);
    return this.received;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await new Promise<void>((closed) => this.#server.close(() => closed()));
  }
}

/** The text of a mail that has no parts. */
function textOf(head: string, body: string): string {
  const encoding = /^content-transfer-encoding: *(\S+)/im.exec(head)?.[1]?.toLowerCase();
  if (encoding === "base64") return new TextDecoder().decode(Uint8Array.fromBase64(body));
  if (encoding !== "quoted-printable") return body.replace(/\r\n/g, "\n").trimEnd();
  const bytes = body.replace(/=\r\n/g, "").replace(
    /=([0-9A-F]{2})/g,
    (_, hex) => String.fromCharCode(parseInt(hex, 16)),
  );
  const decoded = new TextDecoder().decode(Uint8Array.from(bytes, (character) => character.charCodeAt(0)));
  return decoded.replace(/\r\n/g, "\n").trimEnd();
}
