/** One SMTP connection: commands one at a time, replies with time limits, optional TLS. */
import net from "node:net";
import tls from "node:tls";
import { timeLimit } from "../../concurrency/time_limit.ts";
import type { Address } from "../../model/address/address.ts";
import { ReplyReader, type SmtpReply } from "./smtp_reply.ts";

type SmtpFailure =
  | "connect" // refused, unreachable or too slow to connect
  | "timeout" // a reply did not come in time
  | "hang_up" // the server closed the connection, or sent an unexpected reply
  | "protocol" // the reply is not SMTP
  | "tls" // the handshake failed
  | "aborted"; // by the caller

export class SmtpFailed extends Error {
  readonly reason: SmtpFailure;

  constructor(reason: SmtpFailure) {
    super(`SMTP: ${reason}`);
    this.name = "SmtpBroken";
    this.reason = reason;
  }
}

export interface SmtpTarget {
  readonly address: Address;
  readonly port: number;
  /** Named in the TLS handshake. */
  readonly exchange: string;
}

const CONTROL = /[\r\n\0]/;

export class SmtpSession {
  #socket: net.Socket;
  #reader = new ReplyReader();
  /** Set once; every later wait ends with it. */
  #broken: SmtpFailed | null = null;
  #wake: () => void = () => {};
  readonly #signal: AbortSignal;
  readonly #abort = () => this.#break("aborted");

  private constructor(socket: net.Socket, signal: AbortSignal) {
    this.#socket = socket;
    this.#signal = signal;
    signal.addEventListener("abort", this.#abort, { once: true });
    this.#listen(socket);
    if (socket.destroyed) this.#break("hang_up");
  }

  /** @throws {SmtpFailed} */
  static async open(target: SmtpTarget, connectMs: number, signal: AbortSignal): Promise<SmtpSession> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const socket = net.connect({ host: target.address.text, port: target.port });
    const giveUp = () => reject(new SmtpFailed(signal.aborted ? "aborted" : "connect"));
    using _limit = timeLimit(connectMs, giveUp, signal);
    socket.once("connect", resolve);
    socket.on("error", () => reject(new SmtpFailed("connect")));
    try {
      await promise;
      return new SmtpSession(socket, signal);
    } catch (error) {
      socket.destroy();
      throw error;
    }
  }

  /** The next reply. @throws {SmtpFailed} */
  async reply(timeoutMs: number): Promise<SmtpReply> {
    using _limit = timeLimit(timeoutMs, () => this.#break("timeout"));
    for (;;) {
      const reply = this.#reader.take();
      if (reply !== null) return reply;
      if (this.#broken !== null) throw this.#broken;
      await new Promise<void>((resolve) => this.#wake = resolve);
    }
  }

  /** Sends one line and waits for its reply. @throws {SmtpFailed} */
  async command(line: string, timeoutMs: number): Promise<SmtpReply> {
    if (CONTROL.test(line)) throw new SmtpFailed("protocol");
    if (this.#broken !== null) throw this.#broken;
    // A reply before its command would be taken for the answer; a server sends 421 like this before it closes.
    if (this.#reader.unread) throw this.#break("hang_up");
    this.#socket.write(`${line}\r\n`);
    return await this.reply(timeoutMs);
  }

  /**
   * The handshake, after the server accepted STARTTLS. The certificate is not verified: nothing secret is sent, and mail
   * servers' certificates rarely match. Clear text after the reply is dropped (CVE-2011-0411).
   * @throws {SmtpFailed}
   */
  async startTls(exchange: string, timeoutMs: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const plain = this.#socket;
    plain.removeAllListeners("data");
    plain.removeAllListeners("close");
    this.#reader = new ReplyReader();
    using _limit = timeLimit(timeoutMs, () => reject(new SmtpFailed("tls")));
    this.#wake = () => reject(this.#broken ?? new SmtpFailed("tls"));
    const secure = tls.connect({ socket: plain, servername: exchange, rejectUnauthorized: false });
    secure.once("secureConnect", resolve);
    secure.on("error", () => reject(new SmtpFailed("tls")));
    secure.once("close", () => reject(new SmtpFailed("tls")));
    try {
      await promise;
      this.#socket = secure;
      this.#listen(secure);
    } catch (error) {
      secure.destroy();
      plain.destroy();
      throw error;
    }
  }

  /** Sends QUIT if the connection is still open, and closes it. Never rejects. */
  async quit(timeoutMs: number): Promise<void> {
    await this.command("QUIT", timeoutMs).catch(() => {});
    this.#signal.removeEventListener("abort", this.#abort);
    this.#break("hang_up");
  }

  #listen(socket: net.Socket): void {
    socket.removeAllListeners("error");
    socket.on("error", () => this.#break("hang_up"));
    socket.on("close", () => this.#break("hang_up"));
    socket.on("end", () => this.#break("hang_up"));
    socket.on("data", (bytes: Uint8Array) => {
      try {
        this.#reader.push(bytes);
      } catch {
        this.#break("protocol");
      }
      this.#wake();
    });
  }

  #break(reason: SmtpFailure): SmtpFailed {
    if (this.#broken === null) {
      this.#broken = new SmtpFailed(reason);
      this.#socket.destroy();
    }
    this.#wake();
    return this.#broken;
  }
}
