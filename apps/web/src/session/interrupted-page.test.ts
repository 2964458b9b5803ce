import { expect, it } from 'vitest';
import {
  ENDED_KEY,
  savePageIfSessionEnded,
  saveInterruptedPage,
  savePageForLogIn,
  emailLinkPage,
  saveRequestedPage,
  pageAfterSignIn,
  pageForLogIn,
  wasInterrupted,
  wasRevoked,
} from './interrupted-page.ts';
import { testStorage, testUser } from '../../test/test-user.ts';

const other = testUser({ userId: '0199a000-0000-7000-8000-000000000002' });

it('returns to the page of the same person, once', () => {
  const storage = testStorage();
  saveInterruptedPage(testUser(), '/dashboard/kyc?step=2', storage);
  expect(wasInterrupted(storage, testStorage())).toBe(true);
  expect(pageForLogIn(storage, testStorage())).toBe('/login');
  expect(pageAfterSignIn(testUser(), storage, testStorage())).toBe('/dashboard/kyc?step=2');
  expect(pageAfterSignIn(testUser(), storage, testStorage())).toBe('/dashboard');
});

it('leads a person who was logged out elsewhere to their log-in, without a page to return to', () => {
  const [storage, shared] = [testStorage(), testStorage()];
  expect(pageForLogIn(storage, shared)).toBe('/');
  shared.setItem('revokedSession', 'PARTICIPANT');
  expect([wasRevoked(shared), pageForLogIn(storage, shared)]).toEqual([true, '/participant-login']);
  expect(pageAfterSignIn(testUser(), storage, shared)).toBe('/dashboard');
});

it('returns to the page that was requested last, and stores none without an interruption', () => {
  const storage = testStorage();
  saveRequestedPage('/dashboard/help', true, storage, testStorage());
  expect(wasInterrupted(storage, testStorage())).toBe(false);
  saveInterruptedPage(testUser(), '/dashboard/studies', storage);
  saveRequestedPage('/dashboard/accounts?from=here', true, storage, testStorage());
  expect(pageAfterSignIn(testUser(), storage, testStorage())).toBe('/dashboard/accounts?from=here');
});

it('detects in a tab that is loading that the session has ended in another tab', () => {
  const [storage, shared] = [testStorage(), testStorage()];
  shared.setItem(ENDED_KEY, JSON.stringify({ userId: testUser().userId, role: 'PARTICIPANT' }));
  saveRequestedPage('/dashboard/accounts', true, storage, shared);
  expect(pageForLogIn(storage, testStorage())).toBe('/participant-login');
  savePageIfSessionEnded('/dashboard/studies', storage, shared);
  expect(pageAfterSignIn(testUser(), storage, testStorage())).toBe('/dashboard/accounts');
});

it('leads from an email’s link to its page, and mentions an ended session only if there was one', () => {
  const [storage, shared] = [testStorage(), testStorage()];
  savePageForLogIn('PARTICIPANT', '/dashboard/meeting/1', storage);
  expect(wasInterrupted(storage, shared)).toBe(false);
  expect([emailLinkPage(storage), emailLinkPage(testStorage())]).toEqual(['/dashboard/meeting/1', null]);
  shared.setItem(ENDED_KEY, JSON.stringify({ userId: testUser().userId, role: 'PARTICIPANT' }));
  expect(wasInterrupted(storage, shared)).toBe(true);
  expect(pageAfterSignIn(other, storage, testStorage())).toBe('/dashboard/meeting/1');
});

it('leads home a person who was sent a page, and to the page after log-in, in another tab too', () => {
  const [storage, shared] = [testStorage(), testStorage()];
  for (const path of ['/c/K7QXM2R9', '/dashboard/study-apply/2?look', '/dashboard', '/about']) {
    if (path === '/dashboard/study-apply/2?look') expect(shared.getItem('sentPage')).toBe('/c/K7QXM2R9');
    saveRequestedPage(path, true, storage, shared);
    expect([wasInterrupted(storage, shared), pageForLogIn(storage, testStorage())]).toEqual([false, '/']);
  }
  expect(pageAfterSignIn(testUser(), testStorage(), shared)).toBe('/dashboard/study-apply/2?look');
  expect(pageAfterSignIn(testUser(), storage, shared)).toBe('/dashboard');
  shared.setItem('sentPage', '//evil.example');
  expect(pageAfterSignIn(testUser(), storage, shared)).toBe('/dashboard');
});

it.each(['{', 'null', '7', '{"userId":"1"}'])('does not treat %s as an ended session', (text) => {
  const [storage, shared] = [testStorage(), testStorage()];
  shared.setItem(ENDED_KEY, text);
  savePageIfSessionEnded('/dashboard/accounts', storage, shared);
  expect(wasInterrupted(storage, testStorage())).toBe(false);
});

it('leads no one else there, and leads a participant to the participants’ log-in', () => {
  const storage = testStorage();
  saveInterruptedPage(testUser({ role: 'PARTICIPANT' }), '/dashboard/studies', storage);
  expect(pageForLogIn(storage, testStorage())).toBe('/participant-login');
  expect(pageAfterSignIn(other, storage, testStorage())).toBe('/dashboard');
  expect(pageAfterSignIn(testUser(), storage, testStorage())).toBe('/dashboard');
});

it.each(['{', 'null', '7', '{"path":"//evil.example"}', '{"path":"/dashboardevil"}', '{"path":7}'])(
  'does not treat %s as an interruption',
  (text) => {
    const storage = testStorage();
    storage.setItem('interrupted', text);
    expect([wasInterrupted(storage, testStorage()), pageForLogIn(storage, testStorage())]).toEqual([
      false,
      '/',
    ]);
    expect(pageAfterSignIn(testUser(), storage, testStorage())).toBe('/dashboard');
  },
);
