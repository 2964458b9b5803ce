import { MOST_PESEWAS } from '@app/contracts/payment/amounts.ts';
import { payBonus } from '@app/contracts/payment/payouts.ts';
import { rule } from '@app/contracts/rule.ts';
import { TEXTAREA_MAX_LENGTH, requiredText } from '@app/contracts/text.ts';
import { budgetWords as words } from '@app/words/budgets.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { callPayment } from '../../api/call-payment.ts';
import { budgetKeys } from '../../api/keys.ts';
import '../../forms/all-rules.ts';
import { useSubmit, SubmitButton, useDraftForm } from '../../forms/form.tsx';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { TextArea, TextInput } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast.ts';
import { deletePendingBonus } from './pending-bonuses.ts';

const MOST_CEDIS = MOST_PESEWAS / 100;
const Fields = z.strictObject({
  cedis: z
    .int(rule('wholeNumber'))
    .check(z.gte(1, rule('min 1')), z.lte(MOST_CEDIS, rule(`max ${MOST_CEDIS}`))),
  reason: requiredText(TEXTAREA_MAX_LENGTH),
});

interface BonusModalProps {
  applicationId: string;
  participantCode: string;
  availableInPesewas: number;
  feeInPesewas: number;
  onPayIn: ((cedis: number) => void) | undefined;
  cedis?: number;
  onClose: () => void;
}

/** A bonus can be paid only from money that no place needs. */
export function BonusModal(props: BonusModalProps) {
  const { applicationId, availableInPesewas, feeInPesewas, onPayIn, onClose } = props;
  const client = useQueryClient();
  const formId = useId();
  const draft = useDraftForm(Fields, {
    defaultValues: { cedis: props.cedis, reason: '' },
    sentKey: `bonus:${applicationId}`,
  });
  const typed = useWatch({ control: draft.form.control, name: 'cedis' });
  const amount = Fields.shape.cedis.safeParse(typed).data;
  const isShort = availableInPesewas < (amount ?? 1) * 100 + feeInPesewas;
  const { submit, isPending } = useSubmit(draft, async ({ cedis, reason }, idempotencyKey) => {
    const body = { applicationId, amountInPesewas: cedis * 100, reason };
    await callPayment(payBonus, { body, idempotencyKey });
    deletePendingBonus(applicationId);
    await client.invalidateQueries({ queryKey: budgetKeys.all() });
    onClose();
    toast.success(words.bonusGiven);
  });
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={words.bonusTo(props.participantCode)}
      actions={
        isShort ? (
          <Button disabled={amount === undefined || !onPayIn} onClick={() => onPayIn?.(amount ?? 0)}>
            {words.payInFirst}
          </Button>
        ) : (
          <SubmitButton form={formId} isValid={draft.isValid} isPending={isPending}>
            {words.giveBonus}
          </SubmitButton>
        )
      }
      keep={words.cancel}
    >
      <p>{words.bonusText(availableInPesewas)}</p>
      {isShort && !onPayIn && <p className="mt-2">{words.payInLater}</p>}
      <form id={formId} onSubmit={submit} noValidate className="mt-4 flex flex-col gap-5 text-cocoa">
        <TextInput
          label={words.bonusAmount}
          inputMode="numeric"
          autoComplete="off"
          {...draft.numberField('cedis')}
        />
        {isShort ? (
          <p role="status" className="text-gold-ink">
            {words.bonusShort}
          </p>
        ) : (
          <TextArea
            label={words.bonusReason}
            hint={words.bonusReasonHint}
            maxCharacters={TEXTAREA_MAX_LENGTH}
            {...draft.field('reason')}
          />
        )}
      </form>
    </Modal>
  );
}
