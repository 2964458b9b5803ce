import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Answer = (asked: Http2ServerRequest, answer: Http2ServerResponse) => void;

/** What belongs to one connection and may not be passed on over HTTP/2. */
const OF_THE_CONNECTION = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'proxy-connection',
]);

/** A certificate for localhost that only this run's browser trusts. */
function certificate(): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const ec = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const made = spawnSync('openssl', ['req', '-x509', ...ec, ...name, '-keyout', key, '-out', cert]);
  try {
    if (made.status !== 0) throw new Error('No certificate could be made; the command openssl is needed.');
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** HTTP/2 over TLS, as a proxy in front of the product speaks it. */
export async function serveSecurely(port: number, answer: Answer): Promise<{ close(): void }> {
  const server = createSecureServer({ ...certificate(), allowHTTP1: true }, answer);
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  return server;
}

/** Passes everything on to a server on this machine; what it compressed stays as it is. */
export function passTo(origin: string): Answer {
  return (asked, answer) => {
    const headers = Object.fromEntries(
      Object.entries(asked.headers).filter(([name]) => !name.startsWith(':') && !OF_THE_CONNECTION.has(name)),
    );
    const onward = request(
      new URL(asked.url, origin),
      { method: asked.method, headers: { host: asked.authority, ...headers } },
      (response) => {
        const kept = Object.entries(response.headers).filter(([name]) => !OF_THE_CONNECTION.has(name));
        answer.writeHead(response.statusCode ?? 502, Object.fromEntries(kept));
        response.pipe(answer);
      },
    );
    onward.on('error', () => answer.destroy());
    answer.on('close', () => onward.destroy());
    asked.pipe(onward);
  };
}
