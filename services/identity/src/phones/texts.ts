import { CODE_LENGTH } from '@app/contracts/identity/phones.ts';
import { phoneTextWords as words } from '@app/words/phone-texts.ts';
import type { TextKind } from '../texts/queue-text.ts';
import { codeOf, hashCode } from './code.ts';
import { storeCode } from './queries.ts';

/** Of a code that a number is proven or logged in with; one for a number of nobody is never written. */
export const PHONE_CODE: TextKind<{ codeId: string; digits?: number }> = {
  name: 'PHONE_CODE',
  isUrgent: true,
  async write(deps, { userId, codeId, digits = CODE_LENGTH, at: askedAt }) {
    if (userId === null) return undefined;
    const code = codeOf(deps, codeId, digits);
    const codeHash = hashCode(deps, { codeId, code });
    const to = await storeCode(deps.db, { codeId, codeHash, askedAt });
    // Browsers fill it in on pages of this host, whatever their port.
    return to === undefined
      ? undefined
      : { to, text: words.code(code, new URL(deps.config.PUBLIC_URL).hostname) };
  },
};

/** To the number of before, which the queue holds sealed. */
export const PHONE_REPLACED: TextKind<{ sealedNumber: string }> = {
  name: 'PHONE_REPLACED',
  isUrgent: true,
  write: async ({ seal }, { sealedNumber }) => ({ to: seal.open(sealedNumber), text: words.replaced }),
};
