import type { PayoutState, PayoutKind } from '@app/contracts/payment/payouts.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { cedis } from '@app/words/cedis.ts';
import type { Transaction } from 'kysely';
import { type EmailWriters, type WriteEmail, queueEmail } from '../emails/queue-email.ts';
import { readStudyNames } from '../project-peer.ts';
import type { Db, PaymentTables } from '../schema.ts';
import { readPayoutSums } from './reads.ts';
import { DATED_HOLDS, type Why } from './states.ts';
import type { Deps } from '../deps.ts';

/** `about` starts with the id of the payment. */
const selectPayoutInState = (db: Db, { about }: { about: string }, state: PayoutState) =>
  db
    .selectFrom('payment.payouts as payout')
    .where((eb) => eb(eb.cast<string>('payout_id', 'text'), '=', about.split(':')[0] ?? ''))
    .where('payout.state', '=', state);

const toOwner =
  (state: PayoutState): WriteEmail =>
  async ({ db, callProject }, email) => {
    const row = await selectPayoutInState(db, email, state)
      .select([
        'kind',
        'study_id',
        'pesewas',
        'why',
        'note',
        'wallet_hint as account',
        'provider_id as number',
      ])
      .where('person_id', '=', email.userId)
      .executeTakeFirst();
    if (!row) return undefined;
    const { study_id: studyId, pesewas, why, note, account, number } = row;
    const isBack = row.kind === 'REFUND';
    const names = (await readStudyNames(callProject, [studyId])).get(studyId);
    return {
      params: {
        study: (isBack ? names?.name : names?.publicName) ?? '',
        amount: cedis(pesewas),
        why: why ?? '',
        reason: note ?? '',
        account: account ?? '',
        number: number ?? '',
      },
      path: isBack ? paths.studyBudget(studyId) : paths.money,
      event: null,
    };
  };

const ofHeld: WriteEmail = async (deps, email) => {
  const { db, callProject } = deps;
  const row = await selectPayoutInState(db, email, 'HELD')
    .select(['study_id as studyId', 'pesewas', 'why', 'next_at as nextAt'])
    .where('person_id', '=', email.userId)
    .where('why', 'in', DATED_HOLDS)
    .executeTakeFirst();
  if (!row?.nextAt) return undefined;
  const { studyId, pesewas, why, nextAt } = row;
  const { asksAboutNumber } = await readPayoutSums(deps, email.userId);
  return {
    params: {
      study: (await readStudyNames(callProject, [studyId])).get(studyId)?.publicName ?? '',
      amount: cedis(pesewas),
      why: why ?? '',
      when: nextAt.toISOString(),
      asks: asksAboutNumber ? 'yes' : '',
    },
    path: paths.money,
    event: null,
  };
};

const ofUnfunded: WriteEmail = async ({ db, callProject }, email) => {
  const row = await selectPayoutInState(db, email, 'UNFUNDED')
    .innerJoin('payment.budgets as budget', 'budget.study_id', 'payout.study_id')
    .select(['payout.study_id as studyId', 'payout.participant_code as participantCode', 'payout.pesewas'])
    .where('budget.researcher_id', '=', email.userId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { studyId, participantCode, pesewas } = row;
  const study = (await readStudyNames(callProject, [studyId])).get(studyId)?.name ?? '';
  return {
    params: {
      study,
      participant: participantCode ?? '',
      amount: cedis(pesewas),
    },
    path: paths.studyBudget(studyId),
    event: null,
  };
};

export const payoutEmails = {
  PAYMENT_MADE: toOwner('SUCCEEDED'),
  BONUS_PAID: toOwner('SUCCEEDED'),
  PAYMENT_HELD: ofHeld,
  PAYMENT_NEEDS_ACCOUNT: toOwner('ACTION_NEEDED'),
  PAYMENT_REVERSED: toOwner('REVERSED'),
  PAYMENT_UNFUNDED: ofUnfunded,
} satisfies Partial<EmailWriters>;

interface NotifiedPayout {
  kind: PayoutKind;
  userId: string;
  attempts: number;
  missingAt: Date | null;
  nextAt: Date | null;
  at: Date;
}

/** The budget shows refunds to researchers, so they are notified only of a reversal. */
export async function notifyPayee(
  deps: Pick<Deps, 'jobs'>,
  trx: Transaction<PaymentTables>,
  payoutId: string,
  { to, why }: { to: PayoutState; why?: Why | undefined },
  { kind, userId, attempts, missingAt, nextAt, at }: NotifiedPayout,
): Promise<void> {
  const order = `${payoutId}:${attempts}`;
  if (to === 'REVERSED') await queueEmail(deps, trx, { userId, kind: 'PAYMENT_REVERSED', about: order });
  if (kind === 'REFUND') return;
  // An order is notified once. If it is reported as missing, it is notified again.
  const about = `${order}${missingAt === null ? '' : `:${missingAt.toISOString()}`}`;
  const paid = kind === 'BONUS' ? 'BONUS_PAID' : 'PAYMENT_MADE';
  if (to === 'SUCCEEDED') await queueEmail(deps, trx, { userId, kind: paid, about });
  if (to === 'HELD' && nextAt && DATED_HOLDS.some((one) => one === why)) {
    const until = nextAt.toISOString().slice(0, 10);
    await queueEmail(deps, trx, { userId, kind: 'PAYMENT_HELD', about: `${payoutId}:${why}:${until}` });
  }
  if (to !== 'ACTION_NEEDED') return;
  // The key includes the time, so that a second wrong number is notified too.
  const step = `${payoutId}:${at.toISOString()}`;
  await queueEmail(deps, trx, { userId, kind: 'PAYMENT_NEEDS_ACCOUNT', about: step });
}
