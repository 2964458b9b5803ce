import { askEmailChange, EmailChange, sendEmailChangeCode } from '@app/contracts/identity/email-change.ts';
import type { OwnAccount } from '@app/contracts/identity/account-settings.ts';
import { emailChangeWords as words } from '@app/words/email-change.ts';
import { useEffect, useRef, useState } from 'react';
import { callIdentity } from '../../../api/call.ts';
import { useSubmit, useDraftForm } from '../../../forms/form.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { ChangeForm, OwnerRefusal, useOwnerRefusal } from './change-form.tsx';
import { OwnerProof } from './reauthentication.tsx';

function Sent({ email, close }: { email: string; close: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="mt-6">
      <h3 ref={heading} tabIndex={-1}>
        {words.sentTitle}
      </h3>
      <p className="mt-2 mb-4 max-w-text wrap-anywhere text-cocoa-2">{words.sent(email)}</p>
      <Button variant="secondary" size="small" onClick={close}>
        {words.done}
      </Button>
    </div>
  );
}

export function EmailChangeForm({ account, close }: { account: OwnAccount; close: () => void }) {
  const { email: emailNow, hasPassword, hasGoogle } = account;
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { refusal, clearRefusal, handleError } = useOwnerRefusal({ hasPassword, field: 'password' });
  const draft = useDraftForm(EmailChange, {
    defaultValues: {
      email: '',
      password: hasPassword ? '' : undefined,
      code: hasPassword ? undefined : '',
    },
  });
  const sending = useSubmit(
    draft,
    async (body, idempotencyKey) => {
      clearRefusal();
      const { email } = await callIdentity(askEmailChange, { body, idempotencyKey });
      setSentTo(email);
    },
    handleError,
  );
  if (sentTo !== null) return <Sent email={sentTo} close={close} />;
  return (
    <div className="mt-6">
      <ChangeForm
        label={words.heading}
        isReady={draft.isValid}
        sending={sending}
        close={close}
        refusal={<OwnerRefusal refusal={refusal} account={account} />}
        save={words.send}
      >
        <h3>{words.heading}</h3>
        <p className="max-w-text text-cocoa-2">{words.intro}</p>
        {hasGoogle && <p className="max-w-text text-cocoa-2">{words.ofGoogle}</p>}
        {/* Password managers need to know which account the password belongs to. */}
        <input type="text" autoComplete="username" value={emailNow} readOnly hidden />
        <TextInput
          label={words.newEmail}
          type="email"
          inputMode="email"
          autoComplete="off"
          {...draft.field('email')}
        />
        <OwnerProof
          email={emailNow}
          hasPassword={hasPassword}
          passwordHint={words.passwordHint}
          codeText={words.codeText}
          endpoint={sendEmailChangeCode}
          field={draft.field}
        />
      </ChangeForm>
    </div>
  );
}
