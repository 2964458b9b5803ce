import { Payment } from '@app/contracts/identity/profile.ts';
import { useWatch } from 'react-hook-form';
import { PaymentFields } from '../../forms/profile/payment-fields.tsx';
import { useDraftForm } from '../../forms/use-draft-form.ts';
import { useSubmit } from '../../forms/use-submit.ts';
import { EarlierStageMissing, sendSetup } from './send-setup.ts';
import { StageForm } from './stage-form.tsx';
import { type Stage, stageParts } from './stages.ts';

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
  const phoneNumber = useWatch({ control: form.control, name: 'phoneNumber' });
  return (
    <StageForm stage="payment" isValid={isValid} isPending={isPending} onSubmit={submit}>
      <PaymentFields field={field} phoneNumber={phoneNumber} />
    </StageForm>
  );
}
