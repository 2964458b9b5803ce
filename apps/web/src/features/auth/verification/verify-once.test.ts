import { expect, it, vi } from 'vitest';
import { createVerifyOnce } from './verify-email.tsx';

it('S-106 posts a token once, even if the page requests it several times', async () => {
  const post = vi.fn(async () => {});
  const link = createVerifyOnce(post, () => 'key-1');
  const both = [link.verify('token'), link.verify('token')];
  expect(both[0]).toBe(both[1]);
  await Promise.all(both);
  await link.verify('token');
  expect(post.mock.calls).toEqual([['token', 'key-1']]);
});

it('a failed attempt stays failed until it is repeated on request, with the same key', async () => {
  let keys = 0;
  const post = vi.fn(async (_token: string, _key: string) => {});
  post.mockRejectedValueOnce(new Error('offline'));
  const link = createVerifyOnce(post, () => `key-${(keys += 1)}`);
  await expect(link.verify('token')).rejects.toThrow('offline');
  await expect(link.verify('token')).rejects.toThrow('offline');
  link.tryAgain('token');
  await link.verify('token');
  expect(post.mock.calls).toEqual([
    ['token', 'key-1'],
    ['token', 'key-1'],
  ]);
  await link.verify('other');
  expect(post.mock.lastCall).toEqual(['other', 'key-2']);
});
