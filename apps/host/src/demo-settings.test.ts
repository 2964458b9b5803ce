import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDemo } from '@app/demo/open.ts';

test('in the demo a mark of who came is told after twenty seconds, unless the settings say otherwise', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'demo-settings-'));
  const undoWith = async (environment: Record<string, string>) => {
    const demo = await openDemo({ PORT: 3000, dataDir, environment }, ['project']);
    return demo.environment['ATTENDANCE_UNDO_SECONDS'];
  };
  expect([await undoWith({}), await undoWith({ ATTENDANCE_UNDO_SECONDS: '600' })]).toEqual(['20', '600']);
  await rm(dataDir, { recursive: true });
});
