import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { registerPerson } from '@app/contracts/identity/accounts.ts';
import { changeOwnAccount, readOwnAccount } from '@app/contracts/identity/account-settings.ts';
import { changeNumber, listOwnBookings, showNumber } from '@app/contracts/project/bookings.ts';
import { createSeal, dataKeysName, dataKeysSetting, sealStoredValues } from '@app/kit/sealed-columns.ts';
import { SEALED_COLUMNS as OF_IDENTITY } from '../../services/identity/src/open-db.ts';
import { SEALED_COLUMNS as OF_PROJECT } from '../../services/project/src/open-db.ts';
import { book, freshSlot, makeAccepted, moveStart } from '../../services/project/test/meetings.ts';
import { useApp } from '../support/app.ts';
import { everyRow, everyRowAsStored } from '../support/every-row.ts';
import { PASSWORD, registerParticipant, registerResearcher, registerVerified } from '../support/people.ts';

const app = useApp();
/**
 * Matches a Ghanaian mobile number in any format; ids and hashes have other digits around such a sequence.
 */
const NUMBER = /(?<![\w-])(?:\+?233|0)[ -]?[25]\d(?:[ -]?\d){7}(?![\w-])/;
const TYPED = { signUp: '+233201234501', toCall: '+233201234502', other: '+233201234503' };

test('a database dump contains no phone number in plain text, and owners can read theirs', async () => {
  const researcher = await registerResearcher(app, { verified: true });
  const participant = await registerParticipant(app, { withProfile: true });
  const caller = await registerVerified(app, 'PARTICIPANT');
  const nameNumber = (phoneNumber: string) =>
    app.call(changeOwnAccount, { as: caller, body: { phoneNumber } });
  await nameNumber(TYPED.signUp);
  const unverified = {
    email: 'unverified@example.test',
    password: PASSWORD,
    firstName: 'Kofi',
    lastName: 'Boateng',
    role: 'PARTICIPANT',
    agreedToTerms: true,
    phoneNumber: TYPED.other,
  };
  expect((await app.call(registerPerson, { body: unverified })).status).toBe(201);
  const account = async () => (await app.call(readOwnAccount, { as: caller })).content.phoneNumber;
  expect(await account()).toBe(TYPED.signUp);
  const { study } = await makeAccepted(app, { researcher, participant });
  const slotId = await freshSlot(app, study.id);
  const { content: booking } = await book(app, participant, study.id, slotId);
  const params = { id: booking.id };
  const change = (phoneNumber: string) =>
    app.call(changeNumber, { as: participant, params, body: { phoneNumber } });
  expect((await change(TYPED.toCall)).content).toMatchObject({ phoneNumber: TYPED.toCall });

  const asStored = await everyRowAsStored(app);
  expect(asStored.filter(({ row }) => NUMBER.test(row)).map(({ table }) => table)).toEqual([]);
  // The expression finds them in decrypted rows.
  const opened = (await everyRow(app)).filter(({ row }) => NUMBER.test(row)).map(({ table }) => table);
  expect(new Set(opened)).toEqual(
    new Set([
      'identity.participant_profiles',
      'identity.people',
      'identity.registrations',
      'project.bookings',
    ]),
  );

  await moveStart(app, booking.id, '1 minute');
  const shown = await app.call(showNumber, { as: researcher, params });
  expect(shown.content).toMatchObject({ phoneNumber: TYPED.toCall });

  // An older node stored them without encryption, and the hourly job encrypts them.
  const stored = sql`
    update project.bookings set phone_number = ${TYPED.other} where booking_id = ${booking.id}`;
  await stored.execute(app.engine.owner);
  await sql`update identity.people set phone_number = ${TYPED.other} where user_id = ${caller.userId}`.execute(
    app.engine.owner,
  );
  const own = async () =>
    (await app.call(listOwnBookings, { as: participant, query: { participantId: participant.userId } }))
      .content;
  expect(await account()).toBe(TYPED.other);
  expect(await own()).toMatchObject([{ phoneNumber: TYPED.other }]);
  for (const [name, columns] of [
    ['identity', OF_IDENTITY],
    ['project', OF_PROJECT],
  ] as const) {
    const seal = createSeal(dataKeysSetting.parse(app.settings[dataKeysName(name)]));
    for (const column of columns) await sealStoredValues(app.engine.owner, seal, column);
  }
  const later = await everyRowAsStored(app);
  expect(later.filter(({ row }) => NUMBER.test(row)).map(({ table }) => table)).toEqual([]);
  expect(await account()).toBe(TYPED.other);
  expect(await own()).toMatchObject([{ phoneNumber: TYPED.other }]);

  // The sign-up number can be confirmed without a password; the same number again is no change.
  const isOfSignUp = async () =>
    (
      await sql<{ is: boolean }>`
        select is_phone_of_sign_up as is from identity.people where user_id = ${caller.userId}`.execute(
        app.engine.owner,
      )
    ).rows[0]?.is;
  await sql`update identity.people set is_phone_of_sign_up = true where user_id = ${caller.userId}`.execute(
    app.engine.owner,
  );
  await nameNumber(TYPED.other);
  expect(await isOfSignUp()).toBe(true);
  await nameNumber(TYPED.signUp);
  expect([await isOfSignUp(), await account()]).toEqual([false, TYPED.signUp]);
});
