import { IDENTITY_BASE } from '@app/contracts/bases.ts';
import { ADMIN_ROLES } from '@app/contracts/enumerations.ts';
import { signAdminIn, startAdminSignIn } from '@app/contracts/identity/admin-sign-in.ts';
import { demoId } from './people.ts';

/** Like the demo's password, this admin's passkey is public. Only the demo's database accepts it. */
export const DEMO_ADMIN = {
  adminId: demoId(900),
  email: 'adwoa.admin@demo.test',
  name: 'Adwoa Mensah',
  roles: [...ADMIN_ROLES],
  credentialId: '35Qpr1LxXursJr2N22q9nw',
} as const;

const PUBLIC_KEY = {
  kty: 'EC',
  crv: 'P-256',
  x: 'kkt1uwC6FB1u1rdKse2Ob99aZhGqDLoJ2h_zCejS1eI',
  y: 'eaBsFO2syltk0UOCKVzGXAKkUo62R4BkLR4-o2GYvbU',
};
const PRIVATE_KEY = { ...PUBLIC_KEY, d: 'ARIXBomaLezI1oTWv2AWRhIXhjBaIhBytZPiW3Evzkc' };

/** A COSE key (RFC 9053) in CBOR: kty EC2, alg ES256, crv P-256, x and y. */
export const demoAdminKey = (): Buffer =>
  Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(PUBLIC_KEY.x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(PUBLIC_KEY.y, 'base64url'),
  ]);

export const DEMO_ADMIN_PAGE = '/dev/adwoa';
export const DEMO_PASSKEY_SCRIPT = '/dev/passkey.js';

/**
 * This script replaces the browser's passkey dialog, so that signing in needs no passkey. A browser in which
 * a passkey was created uses its own.
 */
export const passkeyScript = `const toText = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
  .replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
const toBytes = (text) => new TextEncoder().encode(text);
const toInteger = (part) => {
  const first = part.findIndex((byte, at) => byte !== 0 || at === part.length - 1);
  const bytes = [...(part[first] > 127 ? [0] : []), ...part.slice(first)];
  return [2, bytes.length, ...bytes];
};
async function sign({ challenge, rpId }) {
  const clientData = toBytes(
    JSON.stringify({ type: 'webauthn.get', challenge, origin: location.origin, crossOrigin: false }),
  );
  const data = new Uint8Array([...(await sha256(toBytes(rpId))), 5, 0, 0, 0, 0]);
  const curve = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('jwk', ${JSON.stringify(PRIVATE_KEY)}, curve, false, ['sign']);
  const signed = new Uint8Array([...data, ...(await sha256(clientData))]);
  const raw = new Uint8Array(await crypto.subtle.sign(curve, key, signed));
  const both = [...toInteger(raw.slice(0, 32)), ...toInteger(raw.slice(32))];
  const signature = toText(new Uint8Array([48, both.length, ...both]));
  return { clientDataJSON: toText(clientData), authenticatorData: toText(data), signature };
}
const id = ${JSON.stringify(DEMO_ADMIN.credentialId)};
async function call(path, body) {
  const response = await fetch(${JSON.stringify(IDENTITY_BASE)} + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.detail);
  return answer.content;
}
async function signIn() {
  localStorage.removeItem('own-passkey');
  const asked = await call(${JSON.stringify(startAdminSignIn.path)}, { email: ${JSON.stringify(DEMO_ADMIN.email)} });
  await call(${JSON.stringify(signAdminIn.path)}, { passkey: { id, ...(await sign(asked)) } });
  location.replace('/');
}
if (location.pathname === '/enrol') localStorage.setItem('own-passkey', 'yes');
if (!localStorage.getItem('own-passkey'))
  navigator.credentials.get = async ({ publicKey: { challenge, rpId } }) => {
    const response = await sign({ challenge: toText(challenge), rpId });
    return { toJSON: () => ({ id, response }) };
  };
if (location.pathname === ${JSON.stringify(DEMO_ADMIN_PAGE)})
  signIn().catch((error) => {
    document.getElementById('failed').textContent = error.message;
  });
`;
