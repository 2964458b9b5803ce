import { expect, it, vi } from 'vitest';
import { createSession, noticeAtSignIn, USER_KEY } from './session.ts';
import { testStorage, testUser } from '../../test/test-user.ts';

function newSession() {
  const storage = testStorage();
  let notifyOtherTab = () => {};
  const session = createSession({ storage, onOtherTab: (listener) => (notifyOtherTab = listener) });
  return { storage, session, fromOtherTab: () => notifyOtherTab() };
}

it('S-506 stores the user under the key "user" with exactly its fields', () => {
  const { storage, session } = newSession();
  session.storeUser(testUser());
  expect(JSON.parse(storage.getItem('user')!)).toEqual(testUser());
  expect(session.readUser()).toEqual(testUser());
});

it('returns the same object until something changes', () => {
  const { session } = newSession();
  session.storeUser(testUser());
  const user = session.readUser();
  expect(session.readUser()).toBe(user);
  session.storeUser(testUser({ firstName: 'Kofi' }));
  expect(session.readUser()?.firstName).toBe('Kofi');
});

it('reports changes here and in other tabs', () => {
  const { storage, session, fromOtherTab } = newSession();
  const listener = vi.fn();
  session.subscribe(listener);
  session.storeUser(testUser());
  storage.clear();
  fromOtherTab();
  expect(listener).toHaveBeenCalledTimes(2);
  expect(session.readUser()).toBeNull();
});

it.each(['not json', 'null', '{}', '{"userId":"1"}', '{"userId":"1","token":"t","role":"OTHER"}'])(
  'treats %s as signed out',
  (text) => {
    const { storage, session } = newSession();
    storage.setItem(USER_KEY, text);
    expect(session.readUser()).toBeNull();
  },
);

it('drops the data of another person in this browser, and keeps one’s own drafts', () => {
  const { storage, session } = newSession();
  session.storeUser(testUser());
  storage.setItem('studyDetails', '{}');
  session.clearUser();
  session.storeUser(testUser({ token: 'token-2' }));
  expect(storage.getItem('studyDetails')).toBe('{}');
  session.storeUser(testUser({ userId: '0199a000-0000-7000-8000-000000000002' }));
  expect(storage.getItem('studyDetails')).toBeNull();
});

it('SES-7 stores for all tabs that the session has ended, until a person signs in', () => {
  const { storage, session } = newSession();
  session.storeUser(testUser());
  session.clearUser();
  expect(JSON.parse(storage.getItem('endedSession')!)).toEqual({
    userId: testUser().userId,
    role: 'RESEARCHER',
  });
  session.storeUser(testUser());
  expect(storage.getItem('endedSession')).toBeNull();
});

it('SES-9 after a log-out keeps only which log-in the person uses', () => {
  const { storage, session } = newSession();
  session.storeUser(testUser());
  storage.setItem('lastKnown', '{}');
  session.revokeUser();
  expect(session.readUser()).toBeNull();
  expect(['lastKnown', 'lastUserId', 'endedSession'].map((key) => storage.getItem(key))).toEqual([
    null,
    null,
    null,
  ]);
  expect(storage.getItem('revokedSession')).toBe('RESEARCHER');
  expect(session.isLeftBehind()).toBe(true);
  session.storeUser(testUser());
  expect(storage.getItem('revokedSession')).toBeNull();
});

it('S-210 S-212 selects the modal to show after log-in', () => {
  expect(noticeAtSignIn(testUser())).toBe('WELCOME');
  expect(noticeAtSignIn(testUser({ firstLogin: false }))).toBeNull();
  expect(noticeAtSignIn(testUser({ adminVerificationStatus: 'DECLINED', hasCompanyInfo: true }))).toBe(
    'DECLINED',
  );
  expect(noticeAtSignIn(testUser({ role: 'PARTICIPANT' }))).toBeNull();
});

it('S-213 detects data in a tab that belongs to a person who has left', () => {
  const { storage, session } = newSession();
  const other = JSON.stringify(testUser({ userId: '0199a000-0000-7000-8000-000000000002' }));
  expect(session.isLeftBehind()).toBe(false);
  session.storeUser(testUser());
  expect(session.isLeftBehind()).toBe(false);
  session.clearUser();
  // A session that ended by itself keeps the drafts.
  expect(session.isLeftBehind()).toBe(false);
  storage.setItem(USER_KEY, other);
  expect(session.isLeftBehind()).toBe(true);
  storage.clear();
  expect(session.isLeftBehind()).toBe(true);
});

it('measures the age of a token by the device’s clock, and treats an unknown age as new', () => {
  const now = vi.spyOn(Date, 'now').mockReturnValue(1_000_000_000_000);
  const { storage, session } = newSession();
  storage.setItem(USER_KEY, JSON.stringify(testUser()));
  expect(session.isTokenOld()).toBe(false);
  session.storeUser(testUser({ token: 'token-2' }));
  now.mockReturnValue(1_000_000_000_000 + 9 * 60_000);
  expect(session.isTokenOld()).toBe(false);
  // Another field of the user has changed, and the token keeps its age.
  session.storeUser(testUser({ token: 'token-2', firstName: 'Kofi' }));
  now.mockReturnValue(1_000_000_000_000 + 10 * 60_000);
  expect(session.isTokenOld()).toBe(true);
  session.storeUser(testUser({ token: 'token-3' }));
  expect(session.isTokenOld()).toBe(false);
  now.mockRestore();
});
