import type { TestApp } from '../../../test/support/app.ts';
import { countDeadlocks } from '../../../test/support/deadlocks.ts';

/** Must be the last call, because it ends all connections. */
export async function assertNoDeadlocks(app: TestApp): Promise<void> {
  const count = await countDeadlocks(app);
  if (count !== 0) throw new Error(`There were ${count} deadlocks`);
}
