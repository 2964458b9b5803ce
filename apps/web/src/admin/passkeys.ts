import type { BodyOf } from '@app/contracts/endpoint.ts';
import {
  type enrolAdmin,
  confirmAdminPasskey,
  signAdminIn,
  startAdminSignIn,
} from '@app/contracts/identity/admin-sign-in.ts';
import { PRODUCT_NAME } from '@app/contracts/product.ts';
import { adminWords as words } from '@app/words/admin.ts';
import { CallFailed, failureMessage } from '../api/failure.ts';
import { callAsAdmin } from './call-admin.ts';
import { endSessionOfScreen, hasAdminSessionEnded, readAdminSession, storeAdminSession } from './session.ts';

interface Asked {
  challenge: string;
  rpId: string;
}

/** ES256 and RS256 (RFC 9053), which all authenticators have. */
const ALGORITHMS = [-7, -257];

/** A browser does not tell which passkeys exist, so a refused request looks like a cancelled one. */
export function passkeyFailure(error: unknown): string {
  return error instanceof DOMException || error instanceof TypeError
    ? words.passkeyFailed
    : failureMessage(error);
}

export async function signWithPasskey({ challenge, rpId }: Asked): Promise<BodyOf<typeof signAdminIn>> {
  const asked = { challenge, rpId, userVerification: 'required' };
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(asked);
  const used = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  const { id, response } = used.toJSON() as AuthenticationResponseJSON;
  const { clientDataJSON, authenticatorData, signature } = response;
  return { passkey: { id, clientDataJSON, authenticatorData, signature } };
}

/**
 * The new passkey must be usable without an allow list, because such a list would show which emails are
 * admins.
 */
export async function createPasskey({
  challenge,
  rpId,
  adminId,
  name,
  email,
}: Asked & { adminId: string; name: string; email: string }): Promise<BodyOf<typeof enrolAdmin>['passkey']> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON({
    challenge,
    rp: { id: rpId, name: words.title(PRODUCT_NAME) },
    // All characters of a UUID without dashes are also base64url.
    user: { id: adminId.replaceAll('-', ''), name: email, displayName: name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  const created = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  const { id, response } = created.toJSON() as RegistrationResponseJSON;
  return { id, clientDataJSON: response.clientDataJSON, attestationObject: response.attestationObject };
}

/**
 * For some actions, the passkey must have been used in the last minutes (PASSKEY_TOO_OLD). If the session has
 * ended, the same admin signs in again.
 */
export async function confirmPasskey(): Promise<void> {
  const email = readAdminSession()?.email ?? '';
  const asked = await callAsAdmin.identity(startAdminSignIn, { body: { email } });
  const body = await signWithPasskey(asked);
  if (hasAdminSessionEnded()) return storeAdminSession(await callAsAdmin.identity(signAdminIn, { body }));
  storeAdminSession(
    await callAsAdmin.identity(confirmAdminPasskey, { body }).catch((error: unknown) => {
      if (error instanceof CallFailed && error.code === 'NOT_SIGNED_IN') endSessionOfScreen();
      throw error;
    }),
  );
}
