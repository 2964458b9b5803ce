import { MOBILE_MONEY_PROVIDERS } from '@app/contracts/enumerations.ts';
import { participantSetupWords as words } from '@app/words/participant-setup.ts';
import { profileChoiceWords } from '@app/words/profile-choices.ts';
import type { ReactNode } from 'react';
import { RadioCards } from '../../ui/choice-group.tsx';
import { toOptions } from '../../ui/options.ts';
import { TextInput, type TextInputProps } from '../../ui/text-input.tsx';
import { networkHint } from './network-hint.ts';

const providers = toOptions(MOBILE_MONEY_PROVIDERS, profileChoiceWords.provider);

interface PaymentFieldsProps {
  field: (name: 'phoneNumber' | 'provider' | 'accountName') => Partial<TextInputProps>;
  phoneNumber: string | undefined;
  phoneNumberHint?: ReactNode;
}

export function PaymentFields({
  field,
  phoneNumber = '',
  phoneNumberHint = words.phoneNumberHint,
}: PaymentFieldsProps) {
  const likely = networkHint(phoneNumber);
  return (
    <>
      <TextInput
        label={words.phoneNumber}
        hint={phoneNumberHint}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        {...field('phoneNumber')}
      />
      <RadioCards
        label={words.provider}
        hint={likely ? words.providerLooksLike(profileChoiceWords.provider[likely]) : words.providerHint}
        options={providers}
        columns={3}
        {...field('provider')}
      />
      <TextInput
        label={words.accountName}
        hint={words.accountNameHint}
        autoComplete="name"
        autoCapitalize="words"
        {...field('accountName')}
      />
    </>
  );
}
