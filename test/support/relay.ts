import { connect, createServer, type Socket, type AddressInfo } from 'node:net';

export interface Relay {
  /** Of 127.0.0.1, as the system gave it: nobody else has it from now on, whatever comes to stand behind. */
  port: number;
  /** From now on it leads to this port; until then it closes every connection. */
  leadTo(port: number): void;
  /** What has gone through so far, both ways, as the network carried it. */
  bytes(): { down: number; up: number };
  /** The address of each request so far, where the network carries HTTP/1.1 without TLS. */
  asked(): readonly string[];
  close(): void;
}

const REQUEST_LINES = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE) (\S+) HTTP\/1\.1\r$/gm;

/** Stands before a server on this machine that may start later, and counts what goes through. */
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
    // Where one end is cut, the other is too; what ends in order is ended by the pipes, after its last byte.
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
