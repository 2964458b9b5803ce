import { expect, test } from 'vitest';
import type { CallPeer } from '@app/kit/peer.ts';
import { Failure } from '@app/kit/problem.ts';
import { isVerifiedNow, readCompanyName } from './identity-peer.ts';

test('a deleted researcher is not verified; while the service is unavailable no result is given', async () => {
  const fails = (code: 'PERSON_NOT_FOUND' | 'UNAVAILABLE') =>
    (() => Promise.reject(new Failure(code))) as unknown as CallPeer;
  expect(await isVerifiedNow(fails('PERSON_NOT_FOUND'), 'gone')).toBe(false);
  await expect(isVerifiedNow(fails('UNAVAILABLE'), 'gone')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  const readNameOnFailure = (code: Parameters<typeof fails>[0]) => readCompanyName(fails(code), 'gone');
  await expect(readNameOnFailure('PERSON_NOT_FOUND')).rejects.toMatchObject({ code: 'NOT_VERIFIED' });
  await expect(readNameOnFailure('UNAVAILABLE')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});
