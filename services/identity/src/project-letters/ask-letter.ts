import type { PaymentLetterKind, LetterKind } from '@app/contracts/letters.ts';
import { transaction } from '@app/kit/database.ts';
import { queueLetter } from '../deliveries/queue-letter.ts';
import type { Deps } from '../deps.ts';
import { queuePushes } from '../push/send-push.ts';
import { type TextedKind, TEXTED_KINDS } from '@app/words/texts.ts';
import { canText } from '../config.ts';
import { queueText } from '../texts/queue-text.ts';
import { findTextedNumber } from './find-texted-number.ts';
import { PROJECT_LETTER } from './letters.ts';
import { insertAsked } from './queries.ts';
import { PROJECT_TEXT } from './texts.ts';

const isTexted = (kind: string): kind is TextedKind => TEXTED_KINDS.some((one) => one === kind);

/**
 * Puts a letter of another service into the outbox, once: the job that asks for it may run twice. With it a text, for some kinds:
 * whatever becomes of that, the letter goes.
 */
export async function askLetter(
  deps: Pick<Deps, 'db' | 'jobs' | 'config' | 'seal'>,
  letter: { userId: string; kind: LetterKind | PaymentLetterKind; about: string },
): Promise<void> {
  await transaction(deps.db, async (trx) => {
    if (!(await insertAsked(trx, letter))) return;
    const { userId, kind: asked, about } = letter;
    await queueLetter(deps, trx, PROJECT_LETTER, { userId, asked, about });
    await queuePushes(deps, trx, { userId, asked, about });
    if (
      isTexted(asked) &&
      canText(deps.config) &&
      (await findTextedNumber({ db: trx, seal: deps.seal }, userId, asked))
    )
      await queueText(deps, trx, PROJECT_TEXT, { userId, asked, about });
  });
}
