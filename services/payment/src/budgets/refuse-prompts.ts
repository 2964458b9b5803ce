import { type Transaction, sql } from 'kysely';
import { HOUR_SECONDS, DAY_SECONDS } from '@app/contracts/durations.ts';
import { maskedPhoneNumber } from '@app/kit/phone-number.ts';
import type { Fail } from '@app/kit/problem.ts';
import type { Deps } from '../deps.ts';
import type { PaymentTables } from '../schema.ts';
import { listPayers } from './queries.ts';

interface Prompt {
  phoneNumber: string | null;
  isPaid: boolean;
  isDeclined: boolean;
  createdAt: Date;
  secondsOld: number;
}

interface PromptRequest {
  fundingId: string;
  researcherId: string;
  phoneNumber: string;
  field: 'source.kind' | 'source.phoneNumber';
}

/**
 * Phones that have paid this researcher before are not limited. The prompt is inserted first and the locks
 * stay until the commit, so that concurrent prompts count each other.
 */
export async function refusePrompts(
  { config }: Pick<Deps, 'config'>,
  trx: Transaction<PaymentTables>,
  { fundingId, researcherId, phoneNumber, field }: PromptRequest,
  fail: Fail<'PROMPTS_USED_UP' | 'NUMBER_LEFT_ALONE'>,
): Promise<void> {
  const hint = maskedPhoneNumber(phoneNumber);
  // One order of locks prevents deadlocks.
  await sql`
    select pg_advisory_xact_lock(key) from (
      select hashtext('payment.prompts ' || name) as key
      from (values (${researcherId}::text), (${hint}::text)) as sharing (name) order by key
    ) as keys`.execute(trx);
  const prompts = () =>
    trx
      .selectFrom('payment.fundings as funding')
      .innerJoin('payment.budgets as budget', 'budget.study_id', 'funding.study_id')
      .select([
        'funding.phone_number as phoneNumber',
        sql<boolean>`funding.state = 'SUCCEEDED'`.as('isPaid'),
        sql<boolean>`funding.state = 'FAILED' and funding.reason is not distinct from 'PAYER_DECLINED'`.as(
          'isDeclined',
        ),
        'funding.created_at as createdAt',
        sql<number>`extract(epoch from clock_timestamp() - funding.created_at)::float8`.as('secondsOld'),
      ])
      .where('funding.wallet_hint', 'is not', null)
      .where('funding.funding_id', '<>', fundingId)
      // With these reasons, a prompt ended before it reached a phone.
      .where(sql<boolean>`coalesce(funding.reason, '') not in
        ('PROVIDER_DOWN', 'CONFIG', 'REQUEST_INVALID', 'OUR_ACCOUNT_BLOCKED')`)
      .orderBy('funding.created_at', 'desc');

  const ofResearcher = await prompts()
    .where('budget.researcher_id', '=', researcherId)
    .where('funding.created_at', '>', sql<Date>`now() - interval '1 hour'`)
    .execute();
  const usedUpUntil = until(ofResearcher, config.PROMPTS_PER_RESEARCHER_PER_HOUR, HOUR_SECONDS);
  if (usedUpUntil)
    return fail('PROMPTS_USED_UP', [{ rule: `promptsFrom ${usedUpUntil}`, field: 'source.kind' }]);

  const payers = await listPayers(trx, researcherId);
  if (payers.some((payer) => payer.phoneNumber === phoneNumber)) return;
  // SQL cannot compare encrypted numbers. So the few numbers with the same last digits are decrypted.
  const alike = await prompts().where('funding.wallet_hint', '=', hint).execute();
  const ofNumber = alike.filter((prompt) => prompt.phoneNumber === phoneNumber);
  const alone = [
    until(ofNumber, config.PROMPTS_PER_NUMBER_PER_HOUR, HOUR_SECONDS),
    until(ofNumber, config.PROMPTS_PER_NUMBER_PER_DAY, DAY_SECONDS),
    declinePauseEnd(ofNumber, config.DECLINES_IN_A_ROW),
  ];
  const last = alone
    .filter((instant) => instant !== undefined)
    .toSorted()
    .at(-1);
  if (last) fail('NUMBER_LEFT_ALONE', [{ rule: `numberFrom ${last}`, field }]);
}

const after = ({ createdAt }: Prompt, seconds: number) =>
  new Date(createdAt.getTime() + seconds * 1000).toISOString();

function until(prompts: readonly Prompt[], most: number, seconds: number): string | undefined {
  const full = prompts.filter(({ secondsOld }) => secondsOld < seconds)[most - 1];
  return full && after(full, seconds);
}

/** Counts only prompts that were declined, not prompts without an answer. */
function declinePauseEnd(prompts: readonly Prompt[], many: number): string | undefined {
  const answered = prompts.filter(({ isPaid, isDeclined }) => isPaid || isDeclined).slice(0, many);
  const [newest] = answered;
  const isLeftAlone = answered.length === many && answered.every(({ isDeclined }) => isDeclined);
  if (!newest || !isLeftAlone || newest.secondsOld >= DAY_SECONDS) return undefined;
  return after(newest, DAY_SECONDS);
}
