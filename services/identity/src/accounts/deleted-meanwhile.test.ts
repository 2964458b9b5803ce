import { expect, test } from 'vitest';
import { submitCompanyInformation } from '@app/contracts/identity/company.ts';
import { askEmailChange } from '@app/contracts/identity/email-change.ts';
import { deleteOwnAccount } from '@app/contracts/identity/account-deletion.ts';
import * as own from '@app/contracts/identity/account-settings.ts';
import { askPhoneCode, removePhone } from '@app/contracts/identity/phones.ts';
import { submitUserInformation } from '@app/contracts/identity/profiles.ts';
import { readMe } from '@app/contracts/identity/sessions.ts';
import { PASSWORD as password, companyBody, profileBody } from '@app/test/support/people.ts';
import { resignToken, useWorld } from '@app/test/support/samples/world.ts';

const world = useWorld();
const userId = crypto.randomUUID();

// The session is looked up first, and its person may be deleted before the call does its work.
test.each([
  ['read their user', readMe, undefined],
  ['read their account', own.readOwnAccount, undefined],
  ['change their password', own.changeOwnPassword, { currentPassword: password, password }],
  ['change their email', askEmailChange, { email: 'gone-since@example.test', password }],
  ['prove a number', askPhoneCode, { phoneNumber: '024 123 4567', password }],
  ['remove a number', removePhone, { password }],
  ['leave', deleteOwnAccount, { password }],
  ['send a profile', submitUserInformation, profileBody(userId)],
  ['send a company', submitCompanyInformation, companyBody(userId)],
])('a person who is deleted while they %s is no longer signed in', async (_, endpoint, body) => {
  const { newcomer, unverified } = world.people;
  const { token } = endpoint === submitCompanyInformation ? unverified : newcomer;
  const as = { token: await resignToken(world, token, { sub: userId }) };
  const answer = await world.app.call(endpoint as typeof readMe, { as, ...(body && { body }) });
  expect(answer).toMatchObject({ status: 401, json: { code: 'NOT_SIGNED_IN' } });
});
