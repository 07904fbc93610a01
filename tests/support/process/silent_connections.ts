/** `silent_connections.ts PORT COUNT`: opens connections that send nothing, and closes them when its input ends. */
const [port = 0, count = 0] = Deno.args.map(Number);
const opened: Deno.Conn[] = [];
// In small groups: more would only fill the queue of the listening socket. A server that has ended refuses them all.
for (let refused = 0; opened.length < count && refused < count;) {
  const group = Array.from({ length: 16 }, () => Deno.connect({ hostname: "127.0.0.1", port }));
  for (const result of await Promise.allSettled(group)) {
    if (result.status === "fulfilled") opened.push(result.value);
    else refused++;
  }
}
console.log("open");
await Deno.stdin.readable.pipeTo(new WritableStream());
for (const connection of opened) connection.close();
