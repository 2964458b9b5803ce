import { expect, it } from 'vitest';
import {
  ENDED_KEY,
  noteIfEnded,
  noteInterruption,
  notePage,
  pageOfLink,
  noteWish,
  placeAfterSignIn,
  placeOfNobody,
  wasInterrupted,
  wasRevoked,
} from './interruption.ts';
import { testStorage, testUser } from '../../test/test-user.ts';

const other = testUser({ userId: '0199a000-0000-7000-8000-000000000002' });

it('leads back to where the same person was, once', () => {
  const storage = testStorage();
  noteInterruption(testUser(), '/dashboard/kyc?step=2', storage);
  expect(wasInterrupted(storage, testStorage())).toBe(true);
  expect(placeOfNobody(storage, testStorage())).toBe('/login');
  expect(placeAfterSignIn(testUser(), storage, testStorage())).toBe('/dashboard/kyc?step=2');
  expect(placeAfterSignIn(testUser(), storage, testStorage())).toBe('/dashboard');
});

it('leads whoever was logged out from elsewhere to their log-in, with no page to come back to', () => {
  const [storage, shared] = [testStorage(), testStorage()];
  expect(placeOfNobody(storage, shared)).toBe('/');
  shared.setItem('revokedSession', 'PARTICIPANT');
  expect([wasRevoked(shared), placeOfNobody(storage, shared)]).toEqual([true, '/participant-login']);
  expect(placeAfterSignIn(testUser(), storage, shared)).toBe('/dashboard');
});

it('leads to the place that was asked for last, and notes none for whoever was not interrupted', () => {
  const storage = testStorage();
  noteWish('/dashboard/help', true, storage, testStorage());
  expect(wasInterrupted(storage, testStorage())).toBe(false);
  noteInterruption(testUser(), '/dashboard/studies', storage);
  noteWish('/dashboard/accounts?from=here', true, storage, testStorage());
  expect(placeAfterSignIn(testUser(), storage, testStorage())).toBe('/dashboard/accounts?from=here');
});

it('knows in a tab that was just loading that the session has ended in another', () => {
  const [storage, shared] = [testStorage(), testStorage()];
  shared.setItem(ENDED_KEY, JSON.stringify({ userId: testUser().userId, role: 'PARTICIPANT' }));
  noteWish('/dashboard/accounts', true, storage, shared);
  expect(placeOfNobody(storage, testStorage())).toBe('/participant-login');
  noteIfEnded('/dashboard/studies', storage, shared);
  expect(placeAfterSignIn(testUser(), storage, testStorage())).toBe('/dashboard/accounts');
});

it('leads whoever follows a letter’s link to its page, and speaks of an ended session only where there was one', () => {
  const [storage, shared] = [testStorage(), testStorage()];
  notePage('PARTICIPANT', '/dashboard/meeting/1', storage);
  expect(wasInterrupted(storage, shared)).toBe(false);
  expect([pageOfLink(storage), pageOfLink(testStorage())]).toEqual(['/dashboard/meeting/1', null]);
  shared.setItem(ENDED_KEY, JSON.stringify({ userId: testUser().userId, role: 'PARTICIPANT' }));
  expect(wasInterrupted(storage, shared)).toBe(true);
  expect(placeAfterSignIn(other, storage, testStorage())).toBe('/dashboard/meeting/1');
});

it('leads home whoever was sent a page, and to it once they are signed in, also in another tab', () => {
  const [storage, shared] = [testStorage(), testStorage()];
  for (const path of ['/dashboard/studies', '/dashboard/study-apply/2?look', '/dashboard', '/about']) {
    noteWish(path, true, storage, shared);
    expect([wasInterrupted(storage, shared), placeOfNobody(storage, testStorage())]).toEqual([false, '/']);
  }
  expect(placeAfterSignIn(testUser(), testStorage(), shared)).toBe('/dashboard/study-apply/2?look');
  expect(placeAfterSignIn(testUser(), storage, shared)).toBe('/dashboard');
  shared.setItem('sentPage', '//evil.example');
  expect(placeAfterSignIn(testUser(), storage, shared)).toBe('/dashboard');
});

it.each(['{', 'null', '7', '{"userId":"1"}'])('takes %s for no session that has ended', (text) => {
  const [storage, shared] = [testStorage(), testStorage()];
  shared.setItem(ENDED_KEY, text);
  noteIfEnded('/dashboard/accounts', storage, shared);
  expect(wasInterrupted(storage, testStorage())).toBe(false);
});

it('leads nobody else there, and a participant to the participants’ log-in', () => {
  const storage = testStorage();
  noteInterruption(testUser({ role: 'PARTICIPANT' }), '/dashboard/studies', storage);
  expect(placeOfNobody(storage, testStorage())).toBe('/participant-login');
  expect(placeAfterSignIn(other, storage, testStorage())).toBe('/dashboard');
  expect(placeAfterSignIn(testUser(), storage, testStorage())).toBe('/dashboard');
});

it.each(['{', 'null', '7', '{"path":"//evil.example"}', '{"path":"/dashboardevil"}', '{"path":7}'])(
  'takes %s as no interruption',
  (text) => {
    const storage = testStorage();
    storage.setItem('interrupted', text);
    expect([wasInterrupted(storage, testStorage()), placeOfNobody(storage, testStorage())]).toEqual([
      false,
      '/',
    ]);
    expect(placeAfterSignIn(testUser(), storage, testStorage())).toBe('/dashboard');
  },
);
