import type { Budget, FundingState } from '@app/contracts/payment/budgets.ts';
import { budgetWords as words } from '@app/words/budgets.ts';
import { cedis } from '@app/words/cedis.ts';
import { Banner } from '../../ui/banner.tsx';
import { buttonClass, Spinner } from '../../ui/button.tsx';
import { profileChoiceWords } from '@app/words/profile-choices.ts';

/** Formats an account as "MTN Ghana, +233 •• ••• 4567". */
export function fundingAccount({
  network,
  walletHint,
}: Pick<Budget['fundings'][number], 'network' | 'walletHint'>): string {
  if (network !== null) return `${profileChoiceWords.provider[network]}, ${walletHint ?? ''}`;
  return walletHint === null ? words.cardOrBank : words.cardOrBankEnding(walletHint);
}

const tones = {
  CREATED: 'info',
  PROMPTED: 'gold',
  SUCCEEDED: 'info',
  FAILED: 'bad',
  EXPIRED: 'bad',
  UNKNOWN: 'info',
  REVIEW: 'info',
} as const satisfies Record<FundingState, string>;

function fundingAction({ state, pageUrl, asksForCode }: Budget['fundings'][number]) {
  if (pageUrl !== null)
    return (
      <a href={pageUrl} className={buttonClass({})}>
        {words.toPage}
      </a>
    );
  const isWaiting = state === 'CREATED' || (state === 'PROMPTED' && !asksForCode);
  return isWaiting && <Spinner className="text-cocoa-2" />;
}

export function FundingProgress({ funding }: { funding: Budget['fundings'][number] }) {
  const { network, pageUrl, asksForCode, askedInPesewas, receivedInPesewas } = funding;
  const isPage = network === null;
  // A payment on the provider's page starts only when we know the address of that page.
  const state = isPage && funding.state === 'PROMPTED' && pageUrl === null ? 'CREATED' : funding.state;
  const [titles, texts] = isPage
    ? [words.pageProgress, words.pageProgressText]
    : [words.progress, words.progressText];
  const title = asksForCode ? words.codeAsked : titles[state];
  const text = asksForCode ? words.codeText : texts[state];
  return (
    <div role="status">
      <Banner tone={tones[state]} className="mb-4" title={title} action={fundingAction(funding)}>
        {text(cedis(receivedInPesewas ?? askedInPesewas), fundingAccount(funding))}
      </Banner>
    </div>
  );
}
