import type { Budget } from '@app/contracts/payment/budgets.ts';
import { budgetWords as words } from '@app/words/budget.ts';
import { profileChoiceWords } from '@app/words/profile-choices.ts';

/** "MTN Ghana, +233 •• ••• 4567". */
export function accountOf({
  network,
  walletHint,
}: Pick<Budget['fundings'][number], 'network' | 'walletHint'>): string {
  if (network !== null) return `${profileChoiceWords.provider[network]}, ${walletHint ?? ''}`;
  return walletHint === null ? words.cardOrBank : words.cardOrBankEnding(walletHint);
}
