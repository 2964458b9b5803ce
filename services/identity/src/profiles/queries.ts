import type { Kysely } from 'kysely';
import type { UserInformation } from '@app/contracts/identity/profile.ts';
import type { IdentityTables } from '../schema.ts';

type Db = Kysely<IdentityTables>;

/** True if this was the first set-up of the person: the primary key decides. */
export async function insertProfile(db: Db, information: UserInformation): Promise<boolean> {
  const { userId, demographic, employment, technicalDetail, payment } = information;
  const row = await db
    .insertInto('identity.participant_profiles')
    .values({
      user_id: userId,
      date_of_birth: demographic.dateOfBirth,
      gender: demographic.gender,
      education: demographic.education,
      annual_household_income: demographic.annualHouseholdIncome,
      region: demographic.region,
      city: demographic.city,
      employment_status: employment.status,
      job_role: employment.jobRole,
      industry: employment.industry,
      browsers: technicalDetail.browsers,
      computer_os: technicalDetail.computerOs,
      phone_os: technicalDetail.phoneOs,
      tablet_os: technicalDetail.tabletOs,
      has_webcam: technicalDetail.hasWebcam,
      has_internet: technicalDetail.hasInternet,
      payment_provider: payment.provider,
      payment_account_name: payment.accountName,
      payment_phone_number: payment.phoneNumber,
    })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function findMatchingFacts(db: Db, userId: string) {
  return db
    .selectFrom('identity.participant_profiles')
    .select([
      'date_of_birth as dateOfBirth',
      'gender',
      'education',
      'annual_household_income as annualHouseholdIncome',
      'computer_os as computerOs',
      'phone_os as phoneOs',
      'tablet_os as tabletOs',
      'has_webcam as hasWebcam',
    ])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}
