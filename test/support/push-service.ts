import { type ECDH, createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Plays a push service on this machine, for the setting `PUSH_SERVICES`. */
export interface PushService {
  origin: string;
  /** The received requests. */
  received: { path: string; headers: Record<string, string>; body: Buffer }[];
  answerWith: number;
  /** The header Retry-After of its responses. */
  retryAfter: string | undefined;
  stop(): void;
}

export async function startPushService(): Promise<PushService> {
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      service.received.push({
        path: request.url ?? '',
        headers: request.headers as Record<string, string>,
        body: Buffer.concat(pieces),
      });
      const { answerWith, retryAfter } = service;
      const headers = {
        ...(answerWith === 302 && { location: '/elsewhere' }),
        ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
      };
      response.writeHead(answerWith, headers).end('words');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const service: PushService = {
    origin: `http://127.0.0.1:${port}`,
    received: [],
    answerWith: 201,
    retryAfter: undefined,
    stop: () => server.close(),
  };
  return service;
}

/** Decrypts a push like a browser with these keys (RFC 8291), implemented independently. */
export function openPush(body: Buffer, { curve, auth }: { curve: ECDH; auth: Buffer }): string {
  const [salt, sender] = [body.subarray(0, 16), body.subarray(21, 86)];
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), curve.getPublicKey(), sender]);
  const derive = (secret: Uint8Array, by: Uint8Array, about: Uint8Array, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, by, about, length));
  const secret = derive(curve.computeSecret(sender), auth, info, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(body.subarray(-16));
  const text = Buffer.concat([decipher.update(body.subarray(86, -16)), decipher.final()]);
  return text.subarray(0, text.lastIndexOf(2)).toString();
}

/** Plays a browser that subscribes at this push service: only it can read its pushes. */
export function openPushBrowser(origin: string) {
  const curve = createECDH('prime256v1');
  const auth = randomBytes(16);
  const endpoint = `${origin}/${crypto.randomUUID()}`;
  const p256dh = curve.generateKeys();
  return {
    endpoint,
    keys: { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') },
    read: (body: Buffer): unknown => JSON.parse(openPush(body, { curve, auth })),
  };
}
