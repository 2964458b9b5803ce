import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { listenForOrigin } from '../../support/event-stream.ts';

/** The bytes received until the server disconnected; `status` is 0 if they were not HTTP. */
interface WireAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export interface Wire {
  /** Sends bytes unchanged, piece by piece, and returns the first response. */
  exchange(...pieces: (string | Buffer)[]): Promise<WireAnswer>;
}

/** Only a request without a response waits this long: otherwise the server responds or disconnects. */
const PATIENCE_MS = 60_000;

/** Listens on a port and sends requests that no real client would. */
export async function openWire(app: FastifyInstance): Promise<Wire> {
  const port = Number(new URL(await listenForOrigin(app)).port);
  return {
    exchange: (...pieces) =>
      new Promise((resolve) => {
        const chunks: Buffer[] = [];
        const socket = connect({ host: '127.0.0.1', port });
        const end = () => {
          socket.destroy();
          resolve(read(Buffer.concat(chunks)));
        };
        const timer = setTimeout(end, PATIENCE_MS);
        socket.on('data', (chunk) => {
          chunks.push(Buffer.from(chunk));
          if (isWhole(Buffer.concat(chunks))) end();
        });
        socket.on('error', () => {});
        socket.on('close', () => {
          clearTimeout(timer);
          end();
        });
        void write(socket, pieces);
      }),
  };
}

async function write(socket: ReturnType<typeof connect>, pieces: (string | Buffer)[]): Promise<void> {
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) await new Promise((resolve) => setTimeout(resolve, 50));
    if (socket.writable) socket.write(piece);
  }
}

function read(bytes: Buffer): WireAnswer {
  const [head = '', ...rest] = bytes.toString().split('\r\n\r\n');
  const [line = '', ...lines] = head.split('\r\n');
  const headers = lines.map((one) => {
    const at = one.indexOf(':');
    return [one.slice(0, at).toLowerCase(), one.slice(at + 1).trim()];
  });
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(line)?.[1] ?? 0);
  return {
    status,
    headers: Object.fromEntries(headers) as Record<string, string>,
    body: rest.join('\r\n\r\n'),
  };
}

function isWhole(bytes: Buffer): boolean {
  const { status, headers, body } = read(bytes);
  return status >= 200 && Buffer.byteLength(body) >= Number(headers['content-length'] ?? Infinity);
}
