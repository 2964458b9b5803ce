import { connect, createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

export interface CountingRelay {
  port: number;
  /** What has gone through so far, both ways, as the network carried it. */
  bytes(): { down: number; up: number };
  close(): void;
}

/** Stands before a server on this machine and counts all that a browser fetches, whoever in the browser asks for it. */
export async function startCountingRelay(toPort: number, port = 0): Promise<CountingRelay> {
  let [down, up] = [0, 0];
  const open = new Set<Socket>();
  const server = createServer((browser) => {
    const product = connect(toPort, '127.0.0.1');
    browser.on('data', ({ length }) => (up += length));
    product.on('data', ({ length }) => (down += length));
    browser.pipe(product).pipe(browser);
    for (const [socket, other] of [
      [browser, product],
      [product, browser],
    ] as const) {
      open.add(socket);
      // Where one end is cut, the other is too.
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
    }
  });
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  return {
    port: (server.address() as AddressInfo).port,
    bytes: () => ({ down, up }),
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
