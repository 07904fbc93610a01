/** A real mail server on loopback with scripted replies and STARTTLS. It accepts no mail. */
import net from "node:net";
import tls from "node:tls";
import { TEST_CERT, TEST_KEY } from "./certificates.ts";

/** Closes the connection without a reply. */
export const HANG_UP = Symbol("hang up");
/** Sends nothing more. */
export const STALL = Symbol("stall");

/** Text sent as it is with CRLF added; lines of a multi-line reply joined by CRLF. */
export type SmtpReply = string | typeof HANG_UP | typeof STALL;

interface SmtpCommand {
  /** Without the line's end. */
  readonly line: string;
  /** Upper case: `RCPT`. */
  readonly verb: string;
  /** The text between `<` and `>`; "" when there is none. */
  readonly path: string;
  readonly secure: boolean;
  /** Number of this connection, from 0. */
  readonly connection: number;
}

export interface SmtpScript {
  readonly banner?: SmtpReply;
  /** Extensions offered; STARTTLS is served when it is among them and the connection is not secure yet. */
  readonly extensions?: readonly string[];
  readonly rcpt?: (command: SmtpCommand) => SmtpReply;
  /** Called first; undefined leaves the command to the default answers. */
  readonly answer?: (command: SmtpCommand) => SmtpReply | undefined;
  /** The handshake is answered with garbage. */
  readonly brokenTls?: boolean;
}

export interface SmtpServer extends AsyncDisposable {
  readonly port: number;
  /** Every line received, in order. */
  readonly lines: string[];
  connections(): number;
  /** Most connections open at one time. */
  most(): number;
}

export async function startSmtpServer(script: SmtpScript = {}, hostname = "127.0.0.1"): Promise<SmtpServer> {
  const lines: string[] = [];
  const open = new Set<net.Socket>();
  let [connections, most] = [0, 0];
  const server = net.createServer((socket) => {
    const connection = connections++;
    open.add(socket);
    most = Math.max(most, open.size);
    socket.on("close", () => open.delete(socket));
    socket.on("error", () => {});
    say(socket, script.banner ?? "220 mx.test ESMTP ready");
    converse(socket, connection, false);
  });
  function converse(socket: net.Socket, connection: number, secure: boolean): void {
    let buffer = "";
    socket.on("data", function onData(bytes: Uint8Array) {
      buffer += new TextDecoder().decode(bytes);
      for (let end = buffer.indexOf("\r\n"); end >= 0; end = buffer.indexOf("\r\n")) {
        const line = buffer.slice(0, end);
        buffer = buffer.slice(end + 2);
        lines.push(line);
        const verb = line.split(" ", 1)[0]!.toUpperCase();
        const path = /<(.*)>/.exec(line)?.[1] ?? "";
        const command = { line, verb, path, secure, connection };
        const reply = script.answer?.(command) ?? ordinary(command, script);
        say(socket, reply);
        if (verb === "QUIT") socket.end();
        if (verb === "STARTTLS" && reply === READY) {
          socket.removeListener("data", onData);
          return upgrade(socket, connection);
        }
      }
    });
  }
  function upgrade(socket: net.Socket, connection: number): void {
    if (script.brokenTls) {
      socket.write("this is not TLS\r\n");
      return;
    }
    const secured = new tls.TLSSocket(socket, { isServer: true, key: TEST_KEY, cert: TEST_CERT });
    secured.on("error", () => {});
    converse(secured, connection, true);
  }
  await new Promise<void>((listening) => server.listen(0, hostname, () => listening()));
  return {
    port: (server.address() as net.AddressInfo).port,
    lines,
    connections: () => connections,
    most: () => most,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  };
}

/** Recipients as a table, `*` for all others; a missing row is unknown. */
export function mailboxes(table: Readonly<Record<string, SmtpReply>>): (command: SmtpCommand) => SmtpReply {
  return ({ path }) => table[path] ?? table["*"] ?? "550 5.1.1 User unknown";
}

const READY = "220 2.0.0 Ready to start TLS";

function ordinary(command: SmtpCommand, script: SmtpScript): SmtpReply {
  switch (command.verb) {
    case "EHLO": {
      const offered = ["mx.test", ...script.extensions ?? []].filter((name) =>
        !(command.secure && name === "STARTTLS")
      );
      return offered.map((name, index) => `250${index === offered.length - 1 ? " " : "-"}${name}`).join(
        "\r\n",
      );
    }
    case "STARTTLS":
      return (script.extensions ?? []).includes("STARTTLS") ? READY : "502 5.5.1 Not here";
    case "RCPT":
      return script.rcpt?.(command) ?? "250 2.1.5 Ok";
    case "HELO":
    case "MAIL":
    case "RSET":
    case "NOOP":
      return "250 2.0.0 Ok";
    case "QUIT":
      return "221 2.0.0 Bye";
    default:
      return "502 5.5.2 Not implemented";
  }
}

function say(socket: net.Socket, reply: SmtpReply): void {
  if (reply === HANG_UP) socket.destroy();
  else if (reply !== STALL) socket.write(`${reply}\r\n`);
}
