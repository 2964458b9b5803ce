import { updateSuspension } from '@app/contracts/project/suspensions.ts';
import type { TestApp } from '../../../test/support/app.ts';
import { serviceToken } from '../../../test/support/samples/world.ts';

let version = 0;

/** The identity service calls this after a suspension or its end. */
export async function setSuspended(
  app: TestApp,
  { userId }: { userId: string },
  isSuspended: boolean,
): Promise<void> {
  const as = { token: await serviceToken({ app }, 'identity', 'project') };
  version += 1;
  const { status } = await app.call(updateSuspension, {
    as,
    params: { userId },
    body: { version, isSuspended },
  });
  if (status !== 204) throw new Error(`Suspending answered ${status}`);
}
