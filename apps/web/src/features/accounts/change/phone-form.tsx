import type { OwnAccount } from '@app/contracts/identity/account-settings.ts';
import {
  PhoneAsked,
  PhoneProof,
  askPhoneCode,
  provePhone,
  removePhone,
} from '@app/contracts/identity/phones.ts';
import { Credentials } from '@app/contracts/identity/sessions.ts';
import { accountWords } from '@app/words/accounts.ts';
import { phoneWords as words } from '@app/words/phones.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { callIdentity } from '../../../api/call.ts';
import { accountKey } from '../../../api/keys.ts';
import { CodeField, SendAgain } from '../../../forms/code-step.tsx';
import { useSubmit, useDraftForm } from '../../../forms/form.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { toast } from '../../../ui/toast.ts';
import { ChangeForm, OwnerRefusal, useOwnerRefusal } from './change-form.tsx';

interface FormProps {
  account: OwnAccount;
  close: () => void;
}

interface Asked {
  phoneNumber: string;
  password: string | undefined;
  secondsToNext: number;
}

function NumberStep({ account, close, onSent }: FormProps & { onSent: (asked: Asked) => void }) {
  const { email, hasPassword, phoneNumber } = account;
  const { refusal, clearRefusal, handleError } = useOwnerRefusal({ hasPassword, field: 'password' });
  const draft = useDraftForm(PhoneAsked, {
    defaultValues: { phoneNumber: phoneNumber ?? '', password: hasPassword ? '' : undefined },
  });
  const sending = useSubmit(
    draft,
    async (body, idempotencyKey) => {
      clearRefusal();
      const { secondsToNext } = await callIdentity(askPhoneCode, { body, idempotencyKey });
      onSent({ phoneNumber: body.phoneNumber, password: body.password, secondsToNext });
    },
    handleError,
  );
  return (
    <ChangeForm
      label={words.heading}
      isReady={draft.isValid}
      sending={sending}
      close={close}
      refusal={<OwnerRefusal refusal={refusal} account={account} />}
      save={words.sendCode}
    >
      <h3>{words.heading}</h3>
      <p className="max-w-text text-cocoa-2">{words.intro}</p>
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <TextInput
        label={words.phoneNumber}
        hint={words.phoneNumberHint}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        {...draft.field('phoneNumber')}
      />
      {hasPassword && (
        <PasswordInput
          label={accountWords.currentPassword}
          autoComplete="current-password"
          hint={words.passwordHint}
          {...draft.field('password')}
        />
      )}
    </ChangeForm>
  );
}

function CodeStep({ asked, close }: { asked: Asked; close: () => void }) {
  const { phoneNumber, password, secondsToNext } = asked;
  const client = useQueryClient();
  const draft = useDraftForm(PhoneProof, { defaultValues: { phoneNumber, code: '' } });
  const { form } = draft;
  const sending = useSubmit(draft, async (body, idempotencyKey) => {
    await callIdentity(provePhone, { body, idempotencyKey });
    await client.invalidateQueries({ queryKey: accountKey() });
    toast.success(words.proven);
    close();
  });
  useEffect(() => form.setFocus('code'), [form]);
  return (
    <ChangeForm
      label={words.heading}
      isReady={draft.isValid}
      sending={sending}
      close={close}
      save={words.confirm}
    >
      <h3>{words.heading}</h3>
      <p role="status" className="max-w-text text-cocoa-2">
        {words.sentTo(phoneNumber)}
      </p>
      <CodeField
        field={draft.field('code')}
        onRead={(code) => {
          form.setValue('code', code, { shouldValidate: true });
          sending.submit();
        }}
      />
      <SendAgain
        seconds={secondsToNext}
        send={() => callIdentity(askPhoneCode, { body: { phoneNumber, password } })}
      />
    </ChangeForm>
  );
}

export function PhoneForm({ account, close }: FormProps) {
  const [asked, setAsked] = useState<Asked | null>(null);
  return asked === null ? (
    <NumberStep account={account} close={close} onSent={setAsked} />
  ) : (
    <CodeStep asked={asked} close={close} />
  );
}

const Removal = z.strictObject({ password: z.optional(Credentials.shape.password) });

export function RemovePhoneForm({ account, close }: FormProps) {
  const { email, hasPassword } = account;
  const client = useQueryClient();
  const { refusal, clearRefusal, handleError } = useOwnerRefusal({ hasPassword, field: 'password' });
  const draft = useDraftForm(Removal, { defaultValues: { password: hasPassword ? '' : undefined } });
  const sending = useSubmit(
    draft,
    async (body, idempotencyKey) => {
      clearRefusal();
      await callIdentity(removePhone, { body, idempotencyKey });
      await client.invalidateQueries({ queryKey: accountKey() });
      toast.success(words.removed);
      close();
    },
    handleError,
  );
  return (
    <div className="mt-6">
      <ChangeForm
        label={words.removeHeading}
        isReady={draft.isValid}
        sending={sending}
        close={close}
        refusal={<OwnerRefusal refusal={refusal} account={account} />}
        save={words.remove}
      >
        <h3>{words.removeHeading}</h3>
        <p className="max-w-text text-cocoa-2">{words.removeIntro}</p>
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        {hasPassword && (
          <PasswordInput
            label={accountWords.currentPassword}
            autoComplete="current-password"
            hint={words.removePasswordHint}
            {...draft.field('password')}
          />
        )}
      </ChangeForm>
    </div>
  );
}
