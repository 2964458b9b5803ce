import type { Budget } from '@app/contracts/payment/budgets.ts';
import { profileChoiceWords } from '@app/words/profile-choices.ts';

/** "MTN Ghana, +233 •• ••• 4567". */
export const accountOf = ({ network, walletHint }: Budget['fundings'][number]) =>
  `${profileChoiceWords.provider[network]}, ${walletHint}`;
