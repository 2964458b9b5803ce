import { useWatch } from 'react-hook-form';
import { networkHint } from '../../forms/profile/network-hint.ts';
import { RadioCards } from '../../ui/choice-group.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import type { FundFormDraft } from './use-fund-draft.ts';
import { budgetWords as words } from '@app/words/budgets.ts';
import { profileChoiceWords } from '@app/words/profile-choices.ts';
import type { ReplyOf } from '@app/contracts/endpoint.ts';
import { MOBILE_MONEY_PROVIDERS } from '@app/contracts/enumerations.ts';
import { quoteBudget } from '@app/contracts/payment/budgets.ts';
import { toOptions } from '../../ui/options.ts';
import { fundingAccount } from './funding-progress.tsx';

type LastUsed = ReplyOf<typeof quoteBudget>['lastUsed'];

function fundingSources(lastUsed: LastUsed) {
  const { sources, sourceHints } = words;
  const known = lastUsed && {
    value: 'USED_BEFORE' as const,
    label: fundingAccount(lastUsed),
    hint: lastUsed.hasPaid ? sourceHints.PAID : sourceHints.ASKED,
  };
  return [
    ...(known ? [known] : []),
    {
      value: 'MOBILE_MONEY' as const,
      label: known ? words.otherNumber : sources.MOBILE_MONEY,
      hint: sourceHints.MOBILE_MONEY,
    },
    { value: 'CARD_OR_BANK' as const, label: sources.CARD_OR_BANK, hint: sourceHints.CARD_OR_BANK },
  ];
}
const networks = toOptions(MOBILE_MONEY_PROVIDERS, profileChoiceWords.provider);

interface PaymentSourceProps {
  draft: FundFormDraft;
  lastUsed: LastUsed;
}

export function PaymentSource({ draft, lastUsed }: PaymentSourceProps) {
  const [kind, phoneNumber] = useWatch({ control: draft.form.control, name: ['kind', 'phoneNumber'] });
  const likely = networkHint(phoneNumber);
  return (
    <>
      <RadioCards
        label={words.source}
        options={fundingSources(lastUsed)}
        columns={lastUsed === null ? 2 : 1}
        {...draft.field('kind')}
      />
      {kind === 'MOBILE_MONEY' && (
        <>
          <TextInput
            label={words.phoneNumber}
            hint={words.phoneNumberHint}
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            {...draft.field('phoneNumber')}
          />
          <RadioCards
            label={words.network}
            hint={likely ? words.looksLike(profileChoiceWords.provider[likely]) : words.networkHint}
            options={networks}
            columns={3}
            {...draft.field('network')}
          />
        </>
      )}
    </>
  );
}
