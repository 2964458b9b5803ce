import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { NewPasskey, UsedPasskey } from '@app/contracts/identity/admin-sign-in.ts';
import { parseJson } from '@app/kit/parse-json.ts';
import { deleteSome } from '@app/kit/retention-job.ts';
import type { Deps } from '../deps.ts';
import { hashSecret } from '../tokens.ts';
import { findPasskey, insertChallenge, consumeChallenge } from './queries.ts';

/** The relying party of WebAuthn. Passkeys belong to the host, and only pages of this origin may use them. */
export function adminSite({ config }: Pick<Deps, 'config'>): { origin: string; rpId: string } {
  if (config.ADMIN_URL === undefined) throw new Error('ADMIN_URL is not set');
  const { origin, hostname } = new URL(config.ADMIN_URL);
  return { origin, rpId: hostname };
}

export async function makeChallenge(
  deps: Pick<Deps, 'db' | 'config'>,
  whose: { email: string; isEnrolment: boolean },
): Promise<{ challenge: string; rpId: string }> {
  const challenge = randomBytes(32).toString('base64url');
  await insertChallenge(deps.db, hashSecret(challenge), whose);
  return { challenge, rpId: adminSite(deps).rpId };
}

/** Returns the challenge that the browser signed, and the admin for whom it was made. */
async function readChallenge(db: Deps['db'], clientDataJSON: string, isEnrolment: boolean) {
  const data = parseJson(Buffer.from(clientDataJSON, 'base64url').toString());
  const challenge: unknown = typeof data === 'object' && data !== null && Reflect.get(data, 'challenge');
  if (typeof challenge !== 'string') return undefined;
  const adminId = await consumeChallenge(db, hashSecret(challenge), isEnrolment);
  return adminId === undefined ? undefined : { challenge, adminId };
}

/** Loaded when it is first needed, because most processes have no admin area. */
const loadWebAuthn = () => import('@simplewebauthn/server');

/**
 * The library throws for each kind of wrong response. A refusal gives no reason, so the result is undefined.
 */
const orUndefined = <Result>(verifying: Promise<Result>): Promise<Result | undefined> =>
  verifying.catch(() => undefined);

/** Returns undefined unless a new key signed this admin's challenge on a page of the admin area. */
export async function verifyNewPasskey(
  deps: Pick<Deps, 'db' | 'config'>,
  adminId: string,
  { id, ...response }: z.infer<typeof NewPasskey>,
): Promise<{ id: string; adminId: string; publicKey: Uint8Array; signCount: number } | undefined> {
  const known = await readChallenge(deps.db, response.clientDataJSON, true);
  if (known?.adminId !== adminId) return undefined;
  const { origin, rpId } = adminSite(deps);
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const { registrationInfo: info } =
    (await orUndefined(
      verifyRegistrationResponse({
        response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
        expectedChallenge: known.challenge,
        expectedOrigin: origin,
        expectedRPID: rpId,
      }),
    )) ?? {};
  if (!info) return undefined;
  const { publicKey, counter } = info.credential;
  return { id: info.credential.id, adminId, publicKey, signCount: counter };
}

/**
 * `signCount` is undefined unless a passkey of the admin signed the challenge on a page of the admin area.
 */
export async function verifyUsedPasskey(
  deps: Pick<Deps, 'db' | 'config'>,
  { id, ...response }: z.infer<typeof UsedPasskey>,
): Promise<{ adminId: string | undefined; signCount?: number | undefined }> {
  const known = await readChallenge(deps.db, response.clientDataJSON, false);
  const passkey = known && (await findPasskey(deps.db, { id, adminId: known.adminId }));
  if (!passkey) return { adminId: known?.adminId };
  const { origin, rpId } = adminSite(deps);
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const { verified: isVerified, authenticationInfo } =
    (await orUndefined(
      verifyAuthenticationResponse({
        response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
        expectedChallenge: known.challenge,
        expectedOrigin: origin,
        expectedRPID: rpId,
        credential: { id, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.signCount },
      }),
    )) ?? {};
  return { adminId: known.adminId, signCount: isVerified ? authenticationInfo?.newCounter : undefined };
}

export function deleteOldChallenges(db: Deps['db'], most: number): Promise<number> {
  return deleteSome(db, most, {
    table: 'identity.admin_challenges',
    key: 'challenge_hash',
    where: sql`expires_at < now()`,
  });
}
