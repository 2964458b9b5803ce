import { sql } from 'kysely';
import { expect } from 'vitest';
import { deleteOwnAccount } from '@app/contracts/identity/account-deletion.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import type { TestApp } from './app.ts';
import { PASSWORD } from './people.ts';
import { waitForJobs } from './wait-for-jobs.ts';

type App = Pick<TestApp, 'call' | 'engine'>;

export const requestDeletion = (app: App, as: SignedInUser, body: object = { password: PASSWORD }) =>
  app.call(deleteOwnAccount, { as, body });

/** Waits until the other services have erased the person too. */
export async function waitUntilErased(app: App, { userId }: SignedInUser): Promise<void> {
  const countPending = async () =>
    (
      await sql`select from identity.left_people where user_id = ${userId} and next_at > now()`.execute(
        app.engine.owner,
      )
    ).rows.length;
  await expect.poll(countPending).toBe(1);
  await waitForJobs(app);
}

export async function deleteAccount(app: App, person: SignedInUser, body?: object): Promise<void> {
  expect(await requestDeletion(app, person, body)).toMatchObject({ status: 204 });
  await waitUntilErased(app, person);
}
