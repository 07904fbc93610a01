/** Below the ports that the system gives to connections and to those who ask for any: nobody else takes one by chance. */
const [LOWEST, HIGHEST] = [10_240, 32_000];

/** A port of this machine on which nothing listens at the moment. */
export function freePort(): number {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
    try {
      Deno.listen({ hostname: "127.0.0.1", port }).close();
      return port;
    } catch (error) {
      if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    }
  }
}
