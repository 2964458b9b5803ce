import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Systems assign ports above this range to outgoing connections, so those cannot take one before it is used.
 */
const FIRST = 20_000;
const COUNT = 12_000;

/** Returns a TCP port of 127.0.0.1 on which nothing listens now. */
export async function freePort(): Promise<number> {
  let port: number;
  do port = FIRST + randomInt(COUNT);
  while (!(await isFree(port)));
  return port;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const server = createServer();
    server.on('error', () => done(false));
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)));
  });
}
