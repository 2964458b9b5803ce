import { createHmac } from 'node:crypto';
import { CODE_LENGTH } from '@app/contracts/identity/phones.ts';
import type { Deps } from '../deps.ts';
import type { CodePurpose } from '../schema.ts';
import { hashSecret } from '../tokens.ts';

/** In the place of who asked for a code: a phone did, which has no browser. It is good in any. */
export const OF_NO_BROWSER = hashSecret('no browser');

/** The same at every try of its text, and without the key the database does not show it. */
export function codeOf({ config }: Pick<Deps, 'config'>, codeId: string): string {
  const digest = createHmac('sha256', config.IDENTITY_SIGNING_KEYS[0].d).update(`text ${codeId}`).digest();
  return String(digest.readUIntBE(0, 6) % 10 ** CODE_LENGTH).padStart(CODE_LENGTH, '0');
}

/**
 * What is hashed of a number to keep its codes by. Proofs are counted apart: whoever asks to log in with somebody's number must not
 * use up the day in which its owner proves it.
 */
export const countedAs = (purpose: CodePurpose, number: string) => `${purpose} ${number}`;

/** What is kept of a code. */
export const hashCode = ({ seal }: Pick<Deps, 'seal'>, { codeId, code }: { codeId: string; code: string }) =>
  seal.keyedHash(`code ${codeId} ${code}`);
