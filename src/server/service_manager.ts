/** Tells systemd that the server is ready (`Type=notify`): a datagram to the socket that NOTIFY_SOCKET names. */

export interface ServiceManager {
  ready(): Promise<void>;
}

/**
 * @param socket NOTIFY_SOCKET; null when no service manager waits
 * @param folder a folder that may be written: a datagram is sent from a socket with a path
 */
export function serviceManager(
  socket: string | null,
  folder: string,
  log: (line: string) => void,
): ServiceManager {
  return {
    async ready() {
      if (socket === null) return;
      const own = `${folder}/notify.${Deno.pid}`;
      try {
        await Deno.remove(own).catch(() => {});
        const connection = Deno.listenDatagram({ transport: "unixpacket", path: own });
        try {
          const message = new TextEncoder().encode("READY=1\n");
          await connection.send(message, { transport: "unixpacket", path: socket });
        } finally {
          connection.close();
          await Deno.remove(own);
        }
      } catch (error) {
        log(`NOTIFY_SOCKET: systemd could not be told that the server is ready: ${(error as Error).message}`);
      }
    },
  };
}
