import { connect, createServer, type AddressInfo } from 'node:net';

/** Returns the address of a database through a port of this machine instead of its server's socket. */
export function throughPort(databaseUrl: string, port: number): string {
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  url.search = '';
  return url.href;
}

/** Runs in front of a database and drops start-up options, like PgBouncer's `ignore_startup_parameters`. */
export async function startPooler(
  databaseUrl: string,
  ignored: readonly string[],
): Promise<{ url: string; close(): void }> {
  const { hostname, port } = new URL(databaseUrl);
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    // The message has length and version, then alternating names and values.
    near.once('data', (first: Buffer) => {
      const given = first.subarray(8).toString().split('\0');
      const options = given.flatMap((name, at) =>
        at % 2 === 0 && name !== '' && !ignored.includes(name) ? [name, given[at + 1]] : [],
      );
      const body = Buffer.from(`${options.join('\0')}\0\0`);
      const head = Buffer.from(first.subarray(0, 8));
      head.writeInt32BE(head.length + body.length);
      far.write(Buffer.concat([head, body]));
      near.pipe(far).pipe(near);
    });
    near.on('error', () => far.destroy());
    far.on('error', () => near.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: throughPort(databaseUrl, (server.address() as AddressInfo).port),
    close: () => void server.close(),
  };
}
