import { PhoneProof, askPhoneCode, provePhone } from '@app/contracts/identity/phones.ts';
import { phoneWords as words } from '@app/words/phones.ts';
import { useEffect } from 'react';
import { callIdentity } from '../api/call.ts';
import { CodeField, SendAgain } from '../forms/code-step.tsx';
import { SubmitButton, useDraftForm, useSubmit } from '../forms/form.tsx';
import { toast } from '../ui/toast.ts';

export function PhoneOfferCode({
  phoneNumber,
  seconds,
  onDone,
}: {
  phoneNumber: string;
  seconds: number;
  onDone: () => void;
}) {
  const draft = useDraftForm(PhoneProof, { defaultValues: { phoneNumber, code: '' } });
  const { form } = draft;
  const { submit, isPending } = useSubmit(draft, async (body, idempotencyKey) => {
    await callIdentity(provePhone, { body, idempotencyKey });
    toast.success(words.proven);
    onDone();
  });
  useEffect(() => form.setFocus('code'), [form]);
  return (
    <form onSubmit={submit} noValidate className="mt-3 flex flex-col gap-3 text-left">
      <p role="status">{words.sentTo(phoneNumber)}</p>
      <CodeField
        field={draft.field('code')}
        onRead={(code) => {
          form.setValue('code', code, { shouldValidate: true });
          submit();
        }}
      />
      <SubmitButton isValid={draft.isValid} isPending={isPending}>
        {words.confirm}
      </SubmitButton>
      <SendAgain seconds={seconds} send={() => callIdentity(askPhoneCode, { body: { phoneNumber } })} />
    </form>
  );
}
