import { PaymentCode, submitPromptCode } from '@app/contracts/payment/budgets.ts';
import { budgetWords as words } from '@app/words/budgets.ts';
import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { callPayment } from '../../api/call-payment.ts';
import { budgetKeys } from '../../api/keys.ts';
import '../../forms/all-rules.ts';
import { CodeInput } from '../../forms/code-input.tsx';
import { useSubmit, SubmitButton, useDraftForm } from '../../forms/form.tsx';
import { Card } from '../../ui/card.tsx';

const Fields = z.strictObject({ code: PaymentCode });

/** Sends the code of the payer's network once. It is never stored. */
export function CodeForm({ studyId }: { studyId: string }) {
  const client = useQueryClient();
  const draft = useDraftForm(Fields, { defaultValues: { code: '' } });
  const { submit, isPending } = useSubmit(
    draft,
    async (body, idempotencyKey) => {
      const next = await callPayment(submitPromptCode, { params: { studyId }, body, idempotencyKey });
      client.setQueryData(budgetKeys.one(studyId), next);
    },
    () => {
      // After a wrong code, the payment may have ended, so the budget is read again.
      void client.invalidateQueries({ queryKey: budgetKeys.one(studyId) });
      return false;
    },
  );
  return (
    <Card className="mb-4">
      <form onSubmit={submit} noValidate aria-label={words.code} className="flex max-w-sm flex-col gap-5">
        <CodeInput label={words.code} hint={words.codeHint} code={PaymentCode} {...draft.field('code')} />
        <SubmitButton isValid={draft.isValid} isPending={isPending} className="max-sm:w-full">
          {words.submitPromptCode}
        </SubmitButton>
      </form>
    </Card>
  );
}
