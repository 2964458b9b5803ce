import { restoreStudyAsAdmin, suspendStudyAsAdmin } from '@app/contracts/project/admin-studies.ts';
import { type TestAdmin, makeAdmin } from '../../../test/support/admins.ts';
import type { TestApp } from '../../../test/support/app.ts';

const admins = new WeakMap<TestApp['engine'], Promise<TestAdmin>>();

export function theAdmin(app: TestApp): Promise<TestAdmin> {
  const admin = admins.get(app.engine) ?? makeAdmin(app, ['ADMIN']);
  admins.set(app.engine, admin);
  return admin;
}

export const REASON = 'It asks participants for their PIN';

export async function suspendForTest(app: TestApp, { id }: { id: string }, reason = REASON) {
  const as = { token: await (await theAdmin(app)).token() };
  return app.call(suspendStudyAsAdmin, { as, params: { id }, body: { reason } });
}

export async function restoreSuspended(app: TestApp, { id }: { id: string }) {
  const as = { token: await (await theAdmin(app)).token() };
  return app.call(restoreStudyAsAdmin, { as, params: { id } });
}
