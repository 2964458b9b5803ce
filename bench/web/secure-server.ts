import { spawnSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Answer = (asked: Http2ServerRequest, answer: Http2ServerResponse) => void;

/** These headers belong to one connection and must not be forwarded over HTTP/2. */
const OF_THE_CONNECTION = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'proxy-connection',
]);

export interface Certificate {
  key: string;
  cert: string;
  /** The fingerprint of the key: the browser is set to trust it. */
  fingerprint: string;
}

function fingerprintOf(cert: string): string {
  const key = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(key).digest('base64');
}

/** Creates a certificate for localhost that only this run's browser trusts. */
export function makeCertificate(): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const ec = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const made = spawnSync('openssl', ['req', '-x509', ...ec, ...name, '-keyout', keyFile, '-out', certFile]);
  try {
    if (made.status !== 0) throw new Error('No certificate could be made; the command openssl is needed.');
    const cert = readFileSync(certFile, 'utf8');
    return { key: readFileSync(keyFile, 'utf8'), cert, fingerprint: fingerprintOf(cert) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Serves HTTP/2 over TLS, like a proxy in front of the product. */
export async function serveSecurely(
  port: number,
  { key, cert }: Certificate,
  answer: Answer,
): Promise<{ close(): void }> {
  const server = createSecureServer({ key, cert, allowHTTP1: true }, answer);
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  return server;
}

/** Forwards everything to a server on this machine; compressed bodies stay compressed. */
export function passTo(origin: string): Answer {
  return (asked, answer) => {
    const headers = Object.fromEntries(
      Object.entries(asked.headers).filter(([name]) => !name.startsWith(':') && !OF_THE_CONNECTION.has(name)),
    );
    const onward = request(
      new URL(asked.url, origin),
      { method: asked.method, headers: { host: asked.authority, ...headers } },
      (response) => {
        const forwarded = Object.entries(response.headers).filter(([name]) => !OF_THE_CONNECTION.has(name));
        answer.writeHead(response.statusCode ?? 502, Object.fromEntries(forwarded));
        response.pipe(answer);
      },
    );
    onward.on('error', () => answer.destroy());
    answer.on('close', () => onward.destroy());
    asked.pipe(onward);
  };
}
