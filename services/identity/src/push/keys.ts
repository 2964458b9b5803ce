import { createECDH } from 'node:crypto';

/** A pair of VAPID (RFC 8292), in base64url. */
export interface PushKey {
  publicKey: string;
  privateKey: string;
}

/** Of the private keys of the setting: the first is for what is subscribed from now on, each sends what was subscribed with it. */
export const pushKeysOf = (secrets: readonly Buffer[]): PushKey[] =>
  secrets.map((secret) => {
    const curve = createECDH('prime256v1');
    curve.setPrivateKey(secret);
    return { publicKey: curve.getPublicKey('base64url'), privateKey: secret.toString('base64url') };
  });
