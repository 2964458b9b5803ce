import type { OwnAccount } from '@app/contracts/identity/account-settings.ts';
import { Payment, type SentUserInformation } from '@app/contracts/identity/profiles.ts';
import { Credentials } from '@app/contracts/identity/sessions.ts';
import { accountWords as words } from '@app/words/accounts.ts';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { removePartFromFields } from '../../../forms/profile/part-errors.ts';
import { PaymentFields } from '../../../forms/profile/payment-fields.tsx';
import { useSubmit, useDraftForm } from '../../../forms/form.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { toast } from '../../../ui/toast.ts';
import { ChangeForm, OwnerRefusal, useOwnerRefusal, useChangeProfile } from './change-form.tsx';

const Fields = z.strictObject({ ...Payment.shape, password: z.optional(Credentials.shape.password) });

interface PaymentFormProps {
  profile: SentUserInformation;
  account: OwnAccount;
  close: () => void;
}

/** A person without a password confirms the change by a recent log-in. */
export function PaymentForm({ profile, account, close }: PaymentFormProps) {
  const { hasPassword } = account;
  const change = useChangeProfile();
  const { refusal, clearRefusal, handleError } = useOwnerRefusal({ hasPassword, field: 'password' });
  const { provider, accountName, phoneNumber: masked } = profile.payment;
  const draft = useDraftForm(Fields, {
    defaultValues: { provider, accountName, phoneNumber: '', password: hasPassword ? '' : undefined },
  });
  const sending = useSubmit(
    draft,
    async ({ password, ...payment }) => {
      clearRefusal();
      try {
        await change({ userId: profile.userId, payment, ...(password ? { password } : {}) });
      } catch (error) {
        throw removePartFromFields(error, 'payment');
      }
      toast.success(words.paymentChanged);
      close();
    },
    handleError,
  );
  const phoneNumber = useWatch({ control: draft.form.control, name: 'phoneNumber' });
  return (
    <ChangeForm
      label={words.changeLabel(words.payment)}
      isReady={draft.isValid}
      sending={sending}
      close={close}
      refusal={<OwnerRefusal refusal={refusal} account={account} />}
    >
      <PaymentFields
        field={draft.field}
        phoneNumber={phoneNumber}
        phoneNumberHint={words.numberNewHint(masked)}
      />
      {hasPassword && (
        <PasswordInput
          label={words.paymentPassword}
          hint={words.paymentPasswordHint}
          autoComplete="current-password"
          {...draft.field('password')}
        />
      )}
    </ChangeForm>
  );
}
