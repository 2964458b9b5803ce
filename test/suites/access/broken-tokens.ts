import { SignJWT, exportJWK, generateKeyPair } from 'jose';
import { readSigningKeys } from '@app/contracts/identity/people.ts';
import { readSigningKeys as ofProject } from '@app/contracts/project/people.ts';
import { importPrivateKey } from '../../support/secrets.ts';
import { type World, serviceToken, resignToken } from '../../support/samples/world.ts';

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const parsed = (text: string) =>
  JSON.parse(Buffer.from(text, 'base64url').toString()) as Record<string, unknown>;

/** Returns invalid values of the Authorization header, made from a good token, by name. */
export async function brokenCredentials(world: World, token: string): Promise<Record<string, string>> {
  const tokens = {
    ...cutAndPasted(token),
    ...(await signedByOthers(world, token)),
    ...(await signedByUs(world, token)),
  };
  const bearers = Object.entries(tokens).map(([name, value]) => [name, `Bearer ${value}`]);
  return { ...brokenHeaders(token), ...Object.fromEntries(bearers) };
}

function brokenHeaders(token: string): Record<string, string> {
  return {
    nothing: '',
    'a space': ' ',
    'the scheme alone': 'Bearer',
    'the scheme and a space': 'Bearer ',
    'no scheme': token,
    'no space': `Bearer${token}`,
    'two spaces': `Bearer  ${token}`,
    'a tab': `Bearer\t${token}`,
    'another scheme': `Basic ${token}`,
    'a name and a password': `Basic ${Buffer.from('a:b').toString('base64')}`,
    'the scheme twice': `Bearer Bearer ${token}`,
    'a token and more': `Bearer ${token} more`,
    'two in one': `Bearer ${token}, Bearer ${token}`,
    quotes: `Bearer "${token}"`,
    'token=': `Bearer token=${token}`,
    'an emoji': `Bearer ${Buffer.from('😀').toString('latin1')}`,
    'a letter beyond ASCII': `Bearer é${token}`,
    '9 kB': `Bearer ${'x'.repeat(9000)}`,
  };
}

/** These tokens were changed after signing. */
function cutAndPasted(token: string): Record<string, string> {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const [head, claims] = [parsed(header), parsed(payload)];
  const flipped = Buffer.from(signature, 'base64url');
  flipped[20] = (flipped[20] ?? 0) ^ 1;
  const withHead = (change: object, sign = signature) => `${part({ ...head, ...change })}.${payload}.${sign}`;
  const withClaims = (change: object) => `${header}.${part({ ...claims, ...change })}.${signature}`;
  return {
    'one bit of the signature': `${header}.${payload}.${flipped.toString('base64url')}`,
    'no signature': `${header}.${payload}.`,
    'two parts': `${header}.${payload}`,
    'four parts': `${token}.${signature}`,
    'no payload': `${header}..${signature}`,
    dots: '..',
    'the signature of nothing': `${header}.${payload}.${'A'.repeat(86)}`,
    'another role': withClaims({ role: claims['role'] === 'PARTICIPANT' ? 'RESEARCHER' : 'PARTICIPANT' }),
    'another person': withClaims({ sub: crypto.randomUUID() }),
    'a longer life': withClaims({ exp: 9_999_999_999 }),
    'alg none': withHead({ alg: 'none' }, ''),
    'alg None, signed': withHead({ alg: 'None' }),
    'alg HS256': withHead({ alg: 'HS256' }),
    'a key at an address': withHead({ jku: 'https://evil.example/jwks.json' }),
    'a critical extension': withHead({ crit: ['b64'], b64: false }),
    'not base64': `${header}.${payload}.!!!`,
    'JSON instead': part({ header: head, payload: claims }),
    'five parts, as if encrypted': `${header}.${payload}.${signature}.${signature}.${signature}`,
  };
}

/** These tokens have a valid signature of another key. */
async function signedByOthers(world: World, token: string): Promise<Record<string, string>> {
  const [header = '', payload = ''] = token.split('.');
  const claims = parsed(payload);
  const { privateKey, publicKey } = await generateKeyPair('EdDSA', { extractable: true });
  const jwk = await exportJWK(publicKey);
  const sign = (head: object) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'EdDSA', ...parsed(header), ...head }).sign(privateKey);
  const [published] = (await world.app.call(readSigningKeys)).json['keys'] as [{ x: string; kid: string }];
  const others = (await world.app.call(ofProject)).json['keys'] as [{ kid: string }];
  const hmac = (secret: string | Uint8Array) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid: published.kid, typ: 'at+jwt' })
      .sign(typeof secret === 'string' ? new TextEncoder().encode(secret) : secret);
  return {
    'another key under our name': await sign({}),
    'another key': await sign({ kid: 'another' }),
    'a key that names itself': await sign({ jwk }),
    'a key id that is a path': await sign({ kid: '../../../../dev/null' }),
    'a key id that is SQL': await sign({ kid: "' or '1'='1" }),
    'HMAC with the public key': await hmac(JSON.stringify(published)),
    'HMAC with the bytes of the public key': await hmac(Buffer.from(published.x, 'base64url')),
    'HMAC with the setting of the keys': await hmac(world.app.settings['IDENTITY_SIGNING_KEYS'] ?? ''),
    'the key of another service': await new SignJWT(claims)
      .setProtectedHeader({ alg: 'EdDSA', kid: others[0].kid, typ: 'at+jwt' })
      .sign(await importPrivateKey('project', world.app.settings)),
    'the key of another service under our name': await new SignJWT(claims)
      .setProtectedHeader({ alg: 'EdDSA', kid: published.kid, typ: 'at+jwt' })
      .sign(await importPrivateKey('project', world.app.settings)),
    'a service as itself': await serviceToken(world, 'project', 'project'),
  };
}

/** These tokens have our signature, but claims that no current token has. */
async function signedByUs(world: World, token: string): Promise<Record<string, string>> {
  const now = Math.floor(Date.now() / 1000);
  const sign = (claims: object, head?: object) => resignToken(world, token, claims, head);
  const key = await importPrivateKey('identity', world.app.settings);
  return {
    expired: await sign({ exp: now - 60 }),
    'without an expiry': await sign({ exp: undefined }),
    'not valid yet': await sign({ nbf: now + 600 }),
    'for another audience': await sign({ aud: 'somebody' }),
    'without an audience': await sign({ aud: undefined }),
    'of another issuer': await sign({ iss: 'https://evil.example' }),
    'without an issuer': await sign({ iss: undefined }),
    'without a subject': await sign({ sub: undefined }),
    'with a number as its subject': await sign({ sub: 7 }),
    'without a session': await sign({ sid: undefined }),
    'of an unknown role': await sign({ role: 'OWNER' }),
    'without a role': await sign({ role: undefined }),
    'without an id of its own': await sign({ jti: undefined }),
    'of another type': await sign({}, { typ: 'JWT' }),
    'an ID token': await sign({ aud: 'client', nonce: 'x' }, { typ: 'JWT' }),
    'without a type': await sign({}, { typ: undefined }),
    'an expiry that is text': await new SignJWT({
      ...parsed(token.split('.')[1] ?? ''),
      exp: '9999999999' as never,
    })
      .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt' })
      .sign(key),
  };
}
