import { type IncomingHttpHeaders, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Heard {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}
type Respond = (response: ServerResponse) => void;

export interface ScriptedServer {
  url: string;
  heard: Heard[];
  /**
   * Answers requests for a path with this ending, one answer after the other; the last one repeats. If it
   * ends in a slash, it can be any part of the path.
   */
  on(path: string, ...says: Respond[]): void;
  close(): void;
}

export const answer =
  (status: number, body: unknown): Respond =>
  (response) =>
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
export const dropConnection: Respond = (response) => response.destroy();

const isAt = (path: string, part: string) =>
  path.split('?')[0]?.endsWith(part) || (part.endsWith('/') && path.includes(part));

export async function startScripted(): Promise<ScriptedServer> {
  const heard: Heard[] = [];
  const scripts = new Map<string, Respond[]>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      heard.push({ method, path, headers, body: Buffer.concat(chunks).toString() });
      const responses = [...scripts].find(([part]) => isAt(path, part))?.[1] ?? [];
      const respond = responses.length > 1 ? responses.shift() : responses[0];
      (respond ?? answer(404, ''))(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    on: (path, ...says) => void scripts.set(path, says),
    close: () => void server.close(),
  };
}
