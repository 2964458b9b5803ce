import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Equal texts get different ciphertexts. */
export function encipher(text: string, key: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  const enciphered = [cipher.update(text, 'utf8'), cipher.final()];
  return Buffer.concat([nonce, cipher.getAuthTag(), ...enciphered]);
}

/** Throws if the key is wrong or a byte was changed. */
export function decipher(bytes: Uint8Array, key: Uint8Array): string {
  const [tagStart, textStart] = [NONCE_BYTES, NONCE_BYTES + TAG_BYTES];
  const cipher = createDecipheriv(CIPHER, key, bytes.subarray(0, tagStart), { authTagLength: TAG_BYTES });
  cipher.setAuthTag(bytes.subarray(tagStart, textStart));
  return cipher.update(bytes.subarray(textStart), undefined, 'utf8') + cipher.final('utf8');
}
