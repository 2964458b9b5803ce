import { type Kysely, sql } from 'kysely';
import type { Gender } from '@app/contracts/enumerations.ts';
import type {
  Demographic,
  Employment,
  Payment,
  SentUserInformation,
  TechnicalDetail,
  UserInformation,
} from '@app/contracts/identity/profiles.ts';
import { maskedPhoneNumber } from '@app/kit/phone-number.ts';
import { databaseNow } from '@app/kit/database.ts';
import type { Seal } from '@app/kit/sealed-columns.ts';
import type { IdentityTables } from '../schema.ts';

type Db = Kysely<IdentityTables>;
type Hash = Pick<Seal, 'keyedHash'>;

const demographicColumns = (demographic: Demographic) => ({
  date_of_birth: demographic.dateOfBirth,
  gender: demographic.gender,
  education: demographic.education,
  annual_household_income: demographic.annualHouseholdIncome,
  region: demographic.region,
  city: demographic.city,
  // Pages of the previous version do not send this field.
  languages: demographic.languages,
});
const employmentColumns = (employment: Employment) => ({
  employment_status: employment.status,
  job_role: employment.jobRole ?? null,
  industry: employment.industry ?? null,
});
const technicalColumns = (technicalDetail: TechnicalDetail) => ({
  browsers: technicalDetail.browsers,
  computer_os: technicalDetail.computerOs,
  phone_os: technicalDetail.phoneOs,
  tablet_os: technicalDetail.tabletOs,
  has_webcam: technicalDetail.hasWebcam,
  has_internet: technicalDetail.hasInternet,
});
const paymentColumns = (payment: Payment) => ({
  payment_provider: payment.provider,
  payment_account_name: payment.accountName,
});
const numberColumns = ({ phoneNumber }: Payment, { keyedHash }: Hash) => ({
  payment_phone_number: phoneNumber,
  payment_number_hash: keyedHash(phoneNumber),
});

export async function insertProfile(db: Db, information: UserInformation, hash: Hash): Promise<boolean> {
  const { userId, demographic, employment, technicalDetail, payment } = information;
  const row = await db
    .insertInto('identity.participant_profiles')
    .values({
      user_id: userId,
      ...demographicColumns(demographic),
      ...employmentColumns(employment),
      ...technicalColumns(technicalDetail),
      ...paymentColumns(payment),
      ...numberColumns(payment, hash),
    })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** This query must not return the payment number. */
export async function findProfile(db: Db, userId: string): Promise<SentUserInformation | undefined> {
  const row = await db
    .selectFrom('identity.participant_profiles')
    .select([
      'date_of_birth',
      'gender',
      'education',
      'annual_household_income',
      'region',
      'city',
      'languages',
      'employment_status',
      'job_role',
      'industry',
      'browsers',
      'computer_os',
      'phone_os',
      'tablet_os',
      'has_webcam',
      'has_internet',
      'payment_provider',
      'payment_account_name',
      'payment_phone_number',
    ])
    .where('user_id', '=', userId)
    .$narrowType<StoredChoices>()
    .executeTakeFirst();
  return (
    row && {
      userId,
      demographic: {
        dateOfBirth: row.date_of_birth,
        gender: row.gender,
        education: row.education,
        annualHouseholdIncome: row.annual_household_income,
        region: row.region,
        city: row.city,
        languages: row.languages,
      },
      employment: { status: row.employment_status, jobRole: row.job_role, industry: row.industry },
      technicalDetail: {
        browsers: row.browsers,
        computerOs: row.computer_os,
        phoneOs: row.phone_os,
        tabletOs: row.tablet_os,
        hasWebcam: row.has_webcam,
        hasInternet: row.has_internet,
      },
      payment: {
        provider: row.payment_provider,
        accountName: row.payment_account_name,
        phoneNumber: maskedPhoneNumber(row.payment_phone_number),
      },
    }
  );
}

type StoredChoices = Pick<ReturnType<typeof demographicColumns>, 'region'> & {
  languages: NonNullable<Demographic['languages']> | null;
} & ReturnType<typeof employmentColumns> &
  Pick<ReturnType<typeof technicalColumns>, 'browsers' | 'computer_os' | 'phone_os' | 'tablet_os'> &
  Pick<ReturnType<typeof paymentColumns>, 'payment_provider'>;

export async function lockPaymentAccount(db: Db, userId: string): Promise<Payment | undefined> {
  return db
    .selectFrom('identity.participant_profiles')
    .select([
      'payment_provider as provider',
      'payment_account_name as accountName',
      'payment_phone_number as phoneNumber',
    ])
    .where('user_id', '=', userId)
    .forUpdate()
    .$narrowType<Pick<Payment, 'provider'>>()
    .executeTakeFirst();
}

export async function updateProfile(
  db: Db,
  userId: string,
  parts: {
    demographic?: Demographic | undefined;
    employment?: Employment | undefined;
    technicalDetail?: TechnicalDetail | undefined;
    payment?: Payment | undefined;
  },
  { before, hash }: { before: Payment | undefined; hash: Hash },
): Promise<void> {
  const { demographic, employment, technicalDetail, payment } = parts;
  await db
    .updateTable('identity.participant_profiles')
    .set({
      ...(demographic && demographicColumns(demographic)),
      ...(employment && employmentColumns(employment)),
      ...(technicalDetail && technicalColumns(technicalDetail)),
      ...(payment && { ...paymentColumns(payment), payment_changed_at: databaseNow }),
      ...(payment && payment.phoneNumber !== before?.phoneNumber && numberColumns(payment, hash)),
    })
    .where('user_id', '=', userId)
    .execute();
}

/** The caller must have changed the profile in this transaction, so that its row is locked. */
export async function countRecentProfileHistory(trx: Db, userId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('identity.profile_history')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('until', '>', sql<Date>`now() - interval '365 days'`)
    .executeTakeFirstOrThrow();
  return count;
}

export type ProfileCorrection = { dateOfBirth: string } | { gender: Gender };

export async function correctProfile(trx: Db, userId: string, right: ProfileCorrection): Promise<boolean> {
  const columns = 'gender' in right ? { gender: right.gender } : { date_of_birth: right.dateOfBirth };
  const isOther =
    'gender' in right
      ? sql<boolean>`gender <> ${right.gender}`
      : sql<boolean>`date_of_birth <> ${right.dateOfBirth}`;
  const { numUpdatedRows } = await trx
    .updateTable('identity.participant_profiles')
    .set(columns)
    .where('user_id', '=', userId)
    .where(isOther)
    .executeTakeFirstOrThrow();
  // The trigger has stored the corrected value as history. The row is locked, so the newest history entry is
  // the one of this correction.
  if (numUpdatedRows > 0n)
    await trx
      .deleteFrom('identity.profile_history')
      .where('user_id', '=', userId)
      .where('until', '=', (eb) =>
        eb
          .selectFrom('identity.profile_history')
          .select((last) => last.fn.max('until').as('until'))
          .where('user_id', '=', userId),
      )
      .execute();
  const former = await trx
    .updateTable('identity.profile_history')
    .set(columns)
    .where('user_id', '=', userId)
    .where(isOther)
    .executeTakeFirstOrThrow();
  return numUpdatedRows + former.numUpdatedRows > 0n;
}

export async function updateMatching(trx: Db, userId: string, isMatched: boolean): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('identity.participant_profiles')
    .set({ matching_withdrawn_at: isMatched ? null : databaseNow })
    .where('user_id', '=', userId)
    .where('matching_withdrawn_at', isMatched ? 'is not' : 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
