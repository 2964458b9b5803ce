import {
  type OpenPayment,
  type PaymentDecision,
  PAYMENT_PROVIDERS,
  decidePaymentAsAdmin,
  possibleDecisions,
} from '@app/contracts/payment/admin-payments.ts';
import { adminHomeWords } from '@app/words/admin-home.ts';
import { adminPaymentWords as words } from '@app/words/admin-payments.ts';
import { cedis } from '@app/words/cedis.ts';
import { useState } from 'react';
import { exactTime } from '../../format/exact-time.ts';
import { RadioCards } from '../../ui/choice-group.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { FilterSelect } from '../../ui/filter-select.tsx';
import { Modal } from '../../ui/modal.tsx';
import { ActionDialog, NothingChanged } from '../action-dialog.tsx';
import { callAsAdmin } from '../call-admin.ts';

function PaymentDetails({ id, studyId, personId, provider, attempts, nextAt }: OpenPayment) {
  const { details, unknown } = words;
  return (
    <DetailList
      details={[
        { name: details.id, value: id },
        { name: details.study, value: studyId },
        { name: details.person, value: personId },
        { name: details.provider, value: provider ? adminHomeWords.providers[provider] : unknown },
        { name: details.attempts, value: attempts },
        { name: details.nextAt, value: nextAt ? exactTime(nextAt) : unknown },
      ]}
    />
  );
}

export function PaymentDialog({ payment, onClose }: { payment: OpenPayment; onClose: () => void }) {
  const decisions: readonly PaymentDecision[] = possibleDecisions(payment);
  const [decision, setDecision] = useState(decisions[0]);
  const [provider, setProvider] = useState(payment.provider ?? PAYMENT_PROVIDERS[0]);
  const title = `${words.kinds[payment.kind]} ${cedis(payment.amountInPesewas)}`;
  if (decision === undefined)
    return (
      <Modal isOpen onClose={onClose} title={title} keep={words.close}>
        <PaymentDetails {...payment} />
      </Modal>
    );
  const needsEvidence = decision === 'SETTLE_PAID' || decision === 'SETTLE_UNSEEN';
  async function act(chosen: PaymentDecision, evidence: string, idempotencyKey: string) {
    const { said, state, isDone } = await callAsAdmin.payment(decidePaymentAsAdmin, {
      params: { id: payment.id },
      body: {
        decision: chosen,
        attempts: payment.attempts,
        ...(chosen === 'SETTLE_PAID' && { provider }),
        ...(evidence !== '' && { evidence }),
      },
      idempotencyKey,
    });
    if (!isDone && state === payment.state)
      return new NothingChanged(`${words.said[said]} ${words.unchanged}`);
    return `${words.said[said]} ${words.states[state] ?? ''}`.trim();
  }
  return (
    <ActionDialog
      title={title}
      confirm={words.decisions[decision].label}
      {...(needsEvidence && { reason: { label: words.evidence, hint: words.evidenceHint } })}
      onConfirm={(evidence, key) => act(decision, evidence, key)}
      successText=""
      onClose={onClose}
    >
      <PaymentDetails {...payment} />
      <RadioCards
        label={words.what}
        name="decision"
        className="mt-4"
        options={decisions.map((value) => ({ value, ...words.decisions[value] }))}
        chosen={decision}
        onChange={({ target: { value } }) => setDecision(decisions.find((one) => one === value))}
      />
      {decision === 'SETTLE_PAID' && (
        <div className="mt-4">
          <FilterSelect
            label={words.paidThrough}
            options={PAYMENT_PROVIDERS.map((one) => [one, adminHomeWords.providers[one]])}
            value={provider}
            onChange={(value) => setProvider(PAYMENT_PROVIDERS.find((one) => one === value) ?? provider)}
          />
        </div>
      )}
    </ActionDialog>
  );
}
