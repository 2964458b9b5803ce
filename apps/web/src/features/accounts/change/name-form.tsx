import {
  type AccountChange,
  changeOwnAccount,
  type OwnAccount,
} from '@app/contracts/identity/account-settings.ts';
import { FirstName, LastName } from '@app/contracts/names.ts';
import { OptionalPhoneNumber } from '@app/contracts/phone-number.ts';
import { accountWords as words } from '@app/words/accounts.ts';
import { authWords } from '@app/words/auth.ts';
import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { callIdentity } from '../../../api/call.ts';
import { accountKey } from '../../../api/keys.ts';
import { useSubmit, useDraftForm } from '../../../forms/form.tsx';
import { storeUser } from '../../../session/session.ts';
import { TextInput } from '../../../ui/text-input.tsx';
import { toast } from '../../../ui/toast.ts';
import { spacedNumber } from '../account-details.ts';
import { ChangeForm } from './change-form.tsx';

const Fields = z.strictObject({
  firstName: FirstName,
  lastName: LastName,
  phoneNumber: OptionalPhoneNumber,
});

export function NameForm({ account, close }: { account: OwnAccount; close: () => void }) {
  const client = useQueryClient();
  const draft = useDraftForm(Fields, {
    defaultValues: {
      firstName: account.firstName,
      lastName: account.lastName,
      phoneNumber: spacedNumber(account.phoneNumber ?? ''),
    },
  });
  const { dirtyFields, isDirty } = draft.form.formState;
  const sending = useSubmit(draft, async (values) => {
    const body: AccountChange = {
      // The other fields may have been changed on another device.
      ...(dirtyFields.firstName ? { firstName: values.firstName } : {}),
      ...(dirtyFields.lastName ? { lastName: values.lastName } : {}),
      ...(dirtyFields.phoneNumber ? { phoneNumber: values.phoneNumber } : {}),
    };
    const user = await callIdentity(changeOwnAccount, { body });
    storeUser(user);
    client.setQueryData<OwnAccount>(
      accountKey(user.userId),
      (own) =>
        own && {
          ...own,
          firstName: user.firstName,
          lastName: user.lastName,
          ...(dirtyFields.phoneNumber ? { phoneNumber: values.phoneNumber || null } : {}),
        },
    );
    void client.invalidateQueries({ queryKey: accountKey() });
    toast.success(words.saved);
    close();
  });
  return (
    <ChangeForm
      label={words.changeLabel(words.nameAndPhone)}
      isReady={draft.isValid && isDirty}
      sending={sending}
      close={close}
    >
      <div className="grid gap-6 sm:grid-cols-2">
        <TextInput label={authWords.firstName} autoComplete="given-name" {...draft.field('firstName')} />
        <TextInput label={authWords.lastName} autoComplete="family-name" {...draft.field('lastName')} />
      </div>
      <TextInput
        label={words.phoneNumber}
        hint={words.phoneNumberHint}
        isOptional
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        {...draft.field('phoneNumber')}
      />
    </ChangeForm>
  );
}
