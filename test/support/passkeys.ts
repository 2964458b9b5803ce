import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type * as z from 'zod/mini';
import type { NewPasskey, UsedPasskey } from '@app/contracts/identity/admin-sign-in.ts';

interface Asked {
  challenge: string;
  rpId: string;
  /** The page that uses the passkey. */
  origin?: string;
  /** Without a number, the passkey does not count how often it was used. */
  signCount?: number;
}

export interface TestPasskey {
  create(asked: Asked): z.infer<typeof NewPasskey>;
  use(asked: Asked): z.infer<typeof UsedPasskey>;
}

const ADMIN_ORIGIN = 'http://localhost:3900';
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const [USER_PRESENT, USER_VERIFIED, HAS_KEY] = [0x01, 0x04, 0x40];
const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);

/** An authenticator with one ES256 key (WebAuthn 3, sections 6.1 and 6.5). */
export function createPasskey(): TestPasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  // A COSE key (RFC 9053) in CBOR: kty EC2, alg ES256, crv P-256, x and y.
  const coseKey = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]);
  const clientData = (type: string, { challenge, origin = ADMIN_ORIGIN }: Asked) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticatorData = ({ rpId, signCount = 0 }: Asked, flags: number, key = Buffer.alloc(0)) =>
    Buffer.concat([sha256(rpId), Buffer.from([flags, 0, 0, 0, signCount]), key]);
  return {
    create(asked) {
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey]);
      const data = authenticatorData(asked, USER_PRESENT | USER_VERIFIED | HAS_KEY, attested);
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        text('fmt'),
        text('none'),
        text('attStmt'),
        Buffer.from([0xa0]),
        text('authData'),
        Buffer.from([0x59, data.length >> 8, data.length & 0xff]),
        data,
      ]);
      return {
        id: id.toString('base64url'),
        clientDataJSON: clientData('webauthn.create', asked).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
      };
    },
    use(asked) {
      const client = clientData('webauthn.get', asked);
      const data = authenticatorData(asked, USER_PRESENT | USER_VERIFIED);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        id: id.toString('base64url'),
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      };
    },
  };
}
