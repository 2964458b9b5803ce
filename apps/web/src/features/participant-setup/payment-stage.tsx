import { Payment } from '@app/contracts/identity/profile.ts';
import { participantSetupMessages as words } from '@app/words/participant-setup.ts';
import { useWatch } from 'react-hook-form';
import { PaymentFields } from '../../forms/profile/payment-fields.tsx';
import { useDraftForm } from '../../forms/use-draft-form.ts';
import { useSubmit } from '../../forms/use-submit.ts';
import { EarlierStage, sendSetup } from './send-setup.ts';
import { StageForm } from './stage-form.tsx';
import { stageParts } from './stages.ts';

interface PaymentStageProps {
  userId: string;
  onEarlierStage: (earlier: EarlierStage) => void;
  /** From another tab or device, or by a press whose answer was lost. */
  onSentBefore: () => void;
}

/** A phone may be shared, so the number stays on it no longer than the page. */
const withoutNumber = <Values extends object>(values: Values) => ({ ...values, phoneNumber: '' });

/** The last stage sends all four. */
export function PaymentStage({ userId, onEarlierStage, onSentBefore }: PaymentStageProps) {
  const draft = useDraftForm(Payment, {
    draftKey: stageParts.payment.key,
    toKeep: withoutNumber,
    restore: withoutNumber,
    defaultValues: { provider: undefined, accountName: '', phoneNumber: '' },
  });
  const { form, field, isValid } = draft;
  const { submit, isPending } = useSubmit(
    draft,
    async (payment, key) => {
      if (!(await sendSetup(userId, payment, key))) onSentBefore();
    },
    (error) => {
      if (!(error instanceof EarlierStage)) return false;
      onEarlierStage(error);
      return true;
    },
  );
  const phoneNumber = useWatch({ control: form.control, name: 'phoneNumber' });
  return (
    <StageForm stage="payment" isValid={isValid} isPending={isPending} onSubmit={submit}>
      <dl className="max-w-text rounded-control bg-sunken px-4 py-3 text-sm">
        {words.payment.map(([question, answer]) => (
          <div key={question} className="py-1.5">
            <dt className="font-semibold">{question}</dt>
            <dd className="text-cocoa-2">{answer}</dd>
          </div>
        ))}
      </dl>
      <PaymentFields field={field} phoneNumber={phoneNumber} phoneNumberHint={words.phoneNumberNotKept} />
    </StageForm>
  );
}
