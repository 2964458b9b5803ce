import { expect, test } from 'vitest';
import { type Authority, requireLimiter } from './authority.ts';
import { addressLimitKey, createLimiter } from './limits.ts';

test('a limited endpoint requires a limiter and a configured number', () => {
  const limiter = createLimiter({} as never, 'project', {});
  expect(() => limiter.assertKnown('NOT_FOUND_PER_PERSON_PER_HOUR')).toThrow('No setting limits');
  expect(() => requireLimiter({} as Authority)).toThrow('has no limiter');
});

test.each([
  ['41.66.200.1', '41.66.200.1'],
  ['::ffff:41.66.200.1', '41.66.200.1'],
  ['2c0f:f8f0:1:2:3:4:5:6', '2c0f:f8f0:1:2::/64'],
  ['2c0f:f8f0:1:2::ffff', '2c0f:f8f0:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['not an address', 'not an address'],
])('ABU-3 %s is counted as %s', (address, key) => {
  expect(addressLimitKey(address)).toBe(key);
});
