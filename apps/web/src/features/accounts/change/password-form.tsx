import { changeOwnPassword, type OwnAccount } from '@app/contracts/identity/account-settings.ts';
import { NewPassword, PASSWORD_MIN_LENGTH } from '@app/contracts/identity/person.ts';
import { Credentials } from '@app/contracts/identity/sessions.ts';
import { accountWords as words } from '@app/words/accounts.ts';
import { authWords } from '@app/words/auth.ts';
import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { callIdentity } from '../../../api/call.ts';
import { CallFailed } from '../../../api/failure.ts';
import { accountKey, deviceKey } from '../../../api/keys.ts';
import { useSubmit, useDraftForm } from '../../../forms/form.tsx';
import { storeUser } from '../../../session/session.ts';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { toast } from '../../../ui/toast.ts';
import { ChangeForm, OwnerRefusal, useOwnerRefusal } from './change-form.tsx';

const Fields = z.strictObject({
  currentPassword: z.optional(Credentials.shape.password),
  password: NewPassword,
});

/** Perhaps only the response was lost. Then the new password is saved and this session has ended. */
function warnOfLostAnswer(error: unknown): boolean {
  if (!(error instanceof CallFailed) || error.kind !== 'NETWORK') return false;
  toast.error(`${error.message} ${words.passwordMaybeSaved}`);
  return true;
}

export function PasswordForm({ account, close }: { account: OwnAccount; close: () => void }) {
  const { email, hasPassword, hasGoogle } = account;
  const client = useQueryClient();
  const { refusal, clearRefusal, handleError } = useOwnerRefusal({ hasPassword, field: 'currentPassword' });
  const draft = useDraftForm(Fields, {
    defaultValues: { currentPassword: hasPassword ? '' : undefined, password: undefined },
  });
  const sending = useSubmit(
    draft,
    async (body, idempotencyKey) => {
      clearRefusal();
      const user = await callIdentity(changeOwnPassword, { body, idempotencyKey });
      storeUser(user);
      toast.success(hasPassword ? words.passwordChanged : words.passwordSet);
      void client.invalidateQueries({ queryKey: deviceKey() });
      await client.invalidateQueries({ queryKey: accountKey() });
      close();
    },
    (error) => handleError(error) || warnOfLostAnswer(error),
  );
  return (
    <ChangeForm
      label={hasPassword ? words.passwordHeading : words.firstPasswordHeading}
      isReady={draft.isValid}
      sending={sending}
      close={close}
      refusal={<OwnerRefusal refusal={refusal} account={account} />}
      save={words.savePassword}
    >
      <h3>{hasPassword ? words.passwordHeading : words.firstPasswordHeading}</h3>
      {!hasPassword && (
        <p className="max-w-text text-cocoa-2">
          {hasGoogle ? words.firstPasswordBesideGoogle : words.firstPasswordText}
        </p>
      )}
      {/* Password managers need to know which account the password belongs to. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      {hasPassword && (
        <PasswordInput
          label={words.currentPassword}
          autoComplete="current-password"
          {...draft.field('currentPassword')}
        />
      )}
      <PasswordInput
        label={words.newPassword}
        autoComplete="new-password"
        hint={authWords.newPasswordHint(PASSWORD_MIN_LENGTH)}
        {...draft.field('password')}
      />
      <p className="max-w-text text-sm text-cocoa-2">{words.othersLoggedOut}</p>
    </ChangeForm>
  );
}
