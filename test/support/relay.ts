import { connect, createServer, type Socket, type AddressInfo } from 'node:net';

export interface Relay {
  /** A port of 127.0.0.1 that is reserved from now on, whatever runs behind it. */
  port: number;
  /** Forwards to this port from now on; before that it closes every connection. */
  leadTo(port: number): void;
  /** The bytes transferred so far, in both directions. */
  bytes(): { down: number; up: number };
  /** The path of each request so far, for HTTP/1.1 without TLS. */
  asked(): readonly string[];
  close(): void;
}

const REQUEST_LINES = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE) (\S+) HTTP\/1\.1\r$/gm;

/** Runs in front of a server on this machine that may start later, and counts its traffic. */
export async function startRelay(): Promise<Relay> {
  let target: number | undefined;
  let [down, up] = [0, 0];
  const asked: string[] = [];
  const open = new Set<Socket>();
  const server = createServer((caller) => {
    if (target === undefined) return caller.destroy();
    const callee = connect(target, '127.0.0.1');
    caller.on('data', (data) => {
      up += data.length;
      for (const [, address = ''] of data.toString('latin1').matchAll(REQUEST_LINES)) asked.push(address);
    });
    callee.on('data', ({ length }) => (down += length));
    caller.pipe(callee);
    callee.pipe(caller);
    for (const socket of [caller, callee]) {
      open.add(socket);
      socket.on('close', () => open.delete(socket));
    }
    // If one end is cut, the other is cut too; after a normal end the pipes close it after the last byte.
    caller.on('error', () => callee.destroy()).on('close', () => callee.destroy());
    callee.on('error', () => caller.destroy());
    return undefined;
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    port: (server.address() as AddressInfo).port,
    leadTo: (port) => (target = port),
    bytes: () => ({ down, up }),
    asked: () => asked,
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
