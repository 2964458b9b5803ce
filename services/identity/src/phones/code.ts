import { createHmac } from 'node:crypto';
import type { Mailbox } from '@app/kit/mailbox.ts';
import type { Deps } from '../deps.ts';
import { hashSecret } from '../tokens.ts';

/** In the place of who asked for a code: a phone did, which has no browser. It is good in any. */
export const OF_NO_BROWSER = hashSecret('no browser');

/** The same at every try of its text, and without the key the database does not show it. */
export function codeOf({ config }: Pick<Deps, 'config'>, codeId: string, digits: number): string {
  const digest = createHmac('sha256', config.IDENTITY_SIGNING_KEYS[0].d).update(`text ${codeId}`).digest();
  return String(digest.readUIntBE(0, 6) % 10 ** digits).padStart(digits, '0');
}

/** Who asks for a code to log in: a browser that we do not know, one that has signed in to the account, or the phone itself. */
export type CodeOrigin = 'STRANGER' | 'KNOWN_DEVICE' | 'PHONE';

/** Codes that prove a number belong to the mailbox of who asks: its accounts share them, however its address is spelled. */
export type CodeAsker = CodeOrigin | { mailbox: Mailbox };

/**
 * What is hashed of a number to keep its codes by. Each mailbox that proves it and each origin of a log-in has a row of its own,
 * so that a stranger who asks for codes to a number ends and uses up nothing of what its owner has.
 */
export const countedAs = (number: string, asker: CodeAsker) => {
  if (typeof asker === 'object') return `PROVE ${number} ${asker.mailbox}`;
  return asker === 'STRANGER' ? `LOG_IN ${number}` : `LOG_IN ${number} ${asker}`;
};

/** What is kept of a code. */
export const hashCode = ({ seal }: Pick<Deps, 'seal'>, { codeId, code }: { codeId: string; code: string }) =>
  seal.keyedHash(`code ${codeId} ${code}`);
