import { paths } from '@app/contracts/web-paths.ts';
import { cedis } from '@app/words/cedis.ts';
import type { EmailWriters, WriteEmail } from '../emails/queue-email.ts';
import { readCompanyName } from '../identity-peer.ts';
import { readStudyMoney, readStudyNames } from '../project-peer.ts';
import type { Db } from '../schema.ts';
import { sourceHint } from './write-funding.ts';

/** `about` is the id of the study. For one payment, the id of the payment follows. */
const selectNotifiedFundings = (db: Db, { userId, about }: { userId: string; about: string }) => {
  const [studyId = '', fundingId] = about.split(':');
  const fundings = db
    .selectFrom('payment.fundings as funding')
    .innerJoin('payment.budgets as budget', 'budget.study_id', 'funding.study_id')
    .where((eb) => eb(eb.cast<string>('funding.study_id', 'text'), '=', studyId))
    .$if(fundingId !== undefined, (query) =>
      query.where((eb) => eb(eb.cast<string>('funding.funding_id', 'text'), '=', fundingId ?? '')),
    )
    .where('budget.researcher_id', '=', userId);
  return { studyId, isOfOne: fundingId !== undefined, fundings };
};

const accounts = (rows: readonly { phoneNumber: string | null; lastFour: string | null }[]) =>
  [...new Set(rows.map(sourceHint))].filter((hint) => hint !== null).join(', ');

const ofRefunded: WriteEmail = async ({ db, callProject }, email) => {
  const { studyId, isOfOne, fundings } = selectNotifiedFundings(db, email);
  const rows = await fundings
    .innerJoin('payment.payouts as refund', 'refund.funding_id', 'funding.funding_id')
    .select(['funding.phone_number as phoneNumber', 'last_four as lastFour', 'refund.pesewas'])
    .execute();
  if (rows.length === 0) return undefined;
  const study = (await readStudyNames(callProject, [studyId])).get(studyId)?.name ?? '';
  const amount = cedis(rows.reduce((sum, { pesewas }) => sum + pesewas, 0));
  return {
    params: { study, amount, account: accounts(rows), late: isOfOne ? 'yes' : '' },
    path: paths.studyBudget(studyId),
    event: null,
  };
};

/** If the study was deleted, a payment gets another email instead of a receipt. */
const receiptWriter =
  (isInVain: boolean): WriteEmail =>
  async ({ db, callProject, callIdentity }, email) => {
    const { studyId, fundings } = selectNotifiedFundings(db, email);
    const row = await fundings
      .select([
        'funding.phone_number as phoneNumber',
        'last_four as lastFour',
        'received_in_pesewas as pesewas',
        'funding.fee_in_pesewas as fee',
        'funding.provider_id as number',
        'funding.is_for_bonus as isForBonus',
        'budget.state',
        'budget.places',
        'budget.incentive_in_pesewas as each',
      ])
      .where('funding.state', '=', 'SUCCEEDED')
      .executeTakeFirst();
    if (!row) return undefined;
    const isDeleted = (await readStudyMoney(callProject, studyId))?.isDeleted !== false;
    if (isDeleted !== isInVain) return undefined;
    return {
      params: {
        study: (await readStudyNames(callProject, [studyId])).get(studyId)?.name ?? '',
        amount: cedis(row.pesewas ?? 0),
        fee: cedis(row.fee ?? 0),
        payer: (await readCompanyName(callIdentity, email.userId)) ?? '',
        account: accounts([row]),
        // A payment into a closed budget adds no places, so no number is shown.
        places: row.state === 'OPEN' && !row.isForBonus ? String(row.places) : '',
        bonus: row.isForBonus ? 'yes' : '',
        each: cedis(row.each),
        number: row.number ?? '',
      },
      path: paths.studyBudget(studyId),
      event: null,
    };
  };

export const budgetEmails = {
  BUDGET_REFUNDED: ofRefunded,
  BUDGET_PAID_IN: receiptWriter(false),
  BUDGET_PAID_IN_VAIN: receiptWriter(true),
} satisfies Partial<EmailWriters>;
