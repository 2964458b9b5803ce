import { MOBILE_MONEY_PROVIDERS } from '@app/contracts/enumerations.ts';
import { Payment } from '@app/contracts/identity/profile.ts';
import { participantSetupMessages as words } from '@app/contracts/messages/participant-setup.ts';
import { profileChoiceWords } from '@app/contracts/messages/profile-choices.ts';
import { useWatch } from 'react-hook-form';
import { useDraftForm } from '../../forms/use-draft-form.ts';
import { useSubmit } from '../../forms/use-submit.ts';
import { RadioCards } from '../../ui/choice-group.tsx';
import { optionsOf } from '../../ui/options.ts';
import { TextInput } from '../../ui/text-input.tsx';
import { networkHint } from './network-hint.ts';
import { EarlierStageMissing, sendSetup } from './send-setup.ts';
import { StageForm } from './stage-form.tsx';
import { type Stage, stageParts } from './stages.ts';

const providers = optionsOf(MOBILE_MONEY_PROVIDERS, profileChoiceWords.provider);

interface PaymentStageProps {
  userId: string;
  onSent: () => void;
  /** Somebody has sent it already, here or elsewhere. */
  onSentBefore: () => void;
  onGoTo: (stage: Stage) => void;
}

export function PaymentStage({ userId, onSent, onSentBefore, onGoTo }: PaymentStageProps) {
  const draft = useDraftForm(Payment, {
    draftKey: stageParts.payment.key,
    defaultValues: { provider: undefined, accountName: '', phoneNumber: '' },
  });
  const { form, field, isValid } = draft;
  const { submit, isPending } = useSubmit(
    draft,
    async (payment, key) => {
      const isFirst = await sendSetup(userId, payment, key);
      if (isFirst) onSent();
      else onSentBefore();
    },
    (error) => {
      if (!(error instanceof EarlierStageMissing)) return false;
      onGoTo(error.stage);
      return true;
    },
  );
  const likely = networkHint(useWatch({ control: form.control, name: 'phoneNumber' }) ?? '');
  return (
    <StageForm stage="payment" isValid={isValid} isPending={isPending} onSubmit={submit}>
      <TextInput
        label={words.phoneNumber}
        hint={words.phoneNumberHint}
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
        {...field('accountName')}
      />
    </StageForm>
  );
}
