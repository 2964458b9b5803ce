import { Email } from '@app/contracts/text.ts';
import * as z from 'zod/mini';
import { useDraftForm } from '../../forms/use-draft-form.ts';
import { useSubmit } from '../../forms/use-submit.ts';
import { useCarriedEmail } from './carried-email.ts';

const Fields = z.object({ email: Email });

/** A form that asks for nothing but an email. */
export function useEmailForm(send: (email: string, idempotencyKey: string) => Promise<void>) {
  const draft = useDraftForm(Fields, { defaultValues: { email: useCarriedEmail() } });
  const { submit, isPending } = useSubmit(draft, ({ email }, key) => send(email, key));
  return { draft, submit, isPending };
}
