import { type Kysely, sql } from 'kysely';
import type { LetterChoices, PushChoices } from '@app/contracts/identity/own-account.ts';
import type { IdentityTables } from '../schema.ts';

/** A person's account as they see it themselves, and what a change of it has to check. */
export async function findAccount(db: Kysely<IdentityTables>, userId: string) {
  const row = await db
    .selectFrom('identity.people as person')
    .select((eb) => [
      'person.email',
      'person.first_name as firstName',
      'person.last_name as lastName',
      'person.phone_number as phoneNumber',
      'person.password_hash as passwordHash',
      'person.created_at as createdAt',
      'person.is_phone_of_sign_up as isPhoneOfSignUp',
      'person.wants_decisions as decisions',
      'person.wants_new_studies as newStudies',
      'person.wants_applications as applications',
      'person.wants_meetings as meetings',
      'person.wants_messages as messages',
      'person.wants_decision_pushes as decisionPushes',
      'person.wants_application_pushes as applicationPushes',
      'person.wants_meeting_pushes as meetingPushes',
      'person.wants_message_pushes as messagePushes',
      'person.wants_texts as news',
      'person.wants_study_texts as studies',
      sql<boolean>`person.suspended_at is not null`.as('isSuspended'),
      eb
        .exists(
          eb
            .selectFrom('identity.google_accounts as google')
            .select('google.user_id')
            .whereRef('google.user_id', '=', 'person.user_id'),
        )
        .$castTo<boolean>()
        .as('hasGoogle'),
    ])
    .where('person.user_id', '=', userId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { decisions, newStudies, applications, meetings, messages, ...others } = row;
  const { decisionPushes, applicationPushes, meetingPushes, messagePushes, news, studies, ...account } =
    others;
  const letters: LetterChoices = { decisions, newStudies, applications, meetings, messages };
  const pushes: PushChoices = {
    decisions: decisionPushes,
    applications: applicationPushes,
    meetings: meetingPushes,
    messages: messagePushes,
  };
  return { ...account, letters, pushes, texts: { news, studies } };
}
export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;
