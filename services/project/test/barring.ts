import { barPerson } from '@app/contracts/project/people.ts';
import type { TestApp } from '../../../test/support/app.ts';
import { serviceToken } from '../../../test/support/samples/world.ts';

let version = 0;

/** The identity service calls this after a suspension or its end. */
export async function setBarred(
  app: TestApp,
  { userId }: { userId: string },
  isBarred: boolean,
): Promise<void> {
  const as = { token: await serviceToken({ app }, 'identity', 'project') };
  version += 1;
  const { status } = await app.call(barPerson, { as, params: { userId }, body: { version, isBarred } });
  if (status !== 204) throw new Error(`Barring answered ${status}`);
}
