import type { Budget, FundingState } from '@app/contracts/payment/budgets.ts';
import { budgetWords as words } from '@app/words/budget.ts';
import { cedis } from '@app/words/cedis.ts';
import { Banner } from '../../ui/banner.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { accountOf } from './account-of.ts';

const tones = {
  CREATED: 'info',
  PROMPTED: 'gold',
  SUCCEEDED: 'info',
  FAILED: 'bad',
  EXPIRED: 'bad',
  UNKNOWN: 'info',
  REVIEW: 'info',
} as const satisfies Record<FundingState, string>;

/** How it stands with what a phone was asked last, said aloud as it changes. */
export function FundingProgress({ funding }: { funding: Budget['fundings'][number] }) {
  const { state, askedInPesewas, receivedInPesewas } = funding;
  const isWaiting = state === 'CREATED' || state === 'PROMPTED';
  return (
    <div role="status">
      <Banner
        tone={tones[state]}
        className="mb-4"
        title={words.progress[state]}
        action={isWaiting && <Spinner className="text-cocoa-2" />}
      >
        {words.progressText[state](cedis(receivedInPesewas ?? askedInPesewas), accountOf(funding))}
      </Banner>
    </div>
  );
}
