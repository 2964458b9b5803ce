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
type CodeOrigin = 'STRANGER' | 'KNOWN_DEVICE' | 'PHONE';

/** Who asks for a code. Codes that prove a number belong to a mailbox, and all accounts of that mailbox share them. */
export type CodeAsker = CodeOrigin | { mailbox: Mailbox };

/**
 * The key of a row of codes, before it is hashed. Each mailbox that proves a number, and each origin of a log-in, has its own row. So
 * a stranger who asks for codes to a number does not use up those of its owner.
 */
export const countedAs = (number: string, asker: CodeAsker) => {
  if (typeof asker === 'object') return `PROVE ${number} ${asker.mailbox}`;
  return asker === 'STRANGER' ? `LOG_IN ${number}` : `LOG_IN ${number} ${asker}`;
};

/** What is kept of a code. */
export const hashCode = ({ seal }: Pick<Deps, 'seal'>, { codeId, code }: { codeId: string; code: string }) =>
  seal.keyedHash(`code ${codeId} ${code}`);
