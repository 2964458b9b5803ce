import type { Page } from '@app/contracts/endpoint.ts';
import type { Notification } from '@app/contracts/project/notifications.ts';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, it } from 'vitest';
import { applicationKey, notificationKeys } from '../../api/keys.ts';
import { notificationText } from '@app/words/notifications.ts';
import { mergePages, type NotificationPages, showAsRead } from './notification-list.tsx';
import { unreadLabel } from './notification-button.tsx';
import { applyUnreadEvent } from './use-unread-count.ts';

const me = 'person-1';

const page = (...read: boolean[]): Page<Notification> => ({
  content: read.map((isRead, at) => ({
    id: `${at}`,
    kind: null,
    params: {},
    message: 'Something happened.',
    read: isRead,
    path: null,
    createdAt: '2026-11-21T10:00:00Z',
  })),
  totalPages: 1,
  totalElements: read.length,
  size: 20,
  number: 0,
  numberOfElements: read.length,
});

const pageOf = (...read: boolean[]): NotificationPages => ({ pages: [page(...read)], pageParams: [0] });

let client: QueryClient;
beforeEach(() => {
  client = new QueryClient();
  client.setQueryData(notificationKeys.list(me), pageOf(false, false, true));
  client.setQueryData(applicationKey(me, 0), []);
});

const isOld = (queryKey: readonly unknown[]) => client.getQueryState(queryKey)?.isInvalidated;

it('D-31 an event sets the unread count and marks the list as stale, also while it is open', () => {
  applyUnreadEvent(client, me, { unreadCount: 2 });
  expect(client.getQueryData(notificationKeys.unread(me))).toBe(2);
  expect([isOld(notificationKeys.list(me)), isOld(applicationKey(me, 0))]).toEqual([true, false]);
  applyUnreadEvent(client, me, { unreadCount: 1 });
  expect(isOld(applicationKey(me, 0))).toBe(false);
  applyUnreadEvent(client, me, { unreadCount: 2 });
  expect(isOld(applicationKey(me, 0))).toBe(true);
});

it('S-406 marks the open list as stale when a study changes, with the same unread count', () => {
  applyUnreadEvent(client, me, { unreadCount: 2 });
  applyUnreadEvent(client, me, { unreadCount: 2, studyChanged: true });
  expect(isOld(applicationKey(me, 0))).toBe(true);
});

it('D-31 fetches the first list again if notifications arrive meanwhile, since it may be older', async () => {
  const queryKey = applicationKey(me, 1);
  const answers: PromiseWithResolvers<string>[] = [];
  const ask = () => answers[answers.push(Promise.withResolvers<string>()) - 1]!.promise;
  const leave = new QueryObserver(client, { queryKey, queryFn: ask }).subscribe(() => {});
  client.setQueryData(notificationKeys.unread(me), 1);
  applyUnreadEvent(client, me, { unreadCount: 2 });
  await expect.poll(() => answers.length).toBe(2);
  answers[0]!.resolve('of before');
  answers[1]!.resolve('of now');
  await expect.poll(() => client.getQueryData(queryKey)).toBe('of now');
  leave();
});

it('NT1 shows a notification as read at once, and restores it if the server refuses', () => {
  client.setQueryData(notificationKeys.unread(me), 5);
  const before = showAsRead(
    client,
    me,
    (id) => id === '0',
    (count) => count - 1,
  );
  expect(client.getQueryData(notificationKeys.list(me))).toEqual(pageOf(true, false, true));
  expect(client.getQueryData(notificationKeys.unread(me))).toBe(4);
  expect(before).toEqual({ list: pageOf(false, false, true), count: 5 });
  showAsRead(
    client,
    me,
    () => true,
    () => 0,
  );
  expect(client.getQueryData(notificationKeys.list(me))).toEqual(pageOf(true, true, true));
  expect(client.getQueryData(notificationKeys.unread(me))).toBe(0);
});

it('S-206 shows the number of unread notifications, and nothing for none', () => {
  expect([0, 1, 99, 100].map(unreadLabel)).toEqual(['', '1', '99', '99+']);
});

it('NT1 shows a notification once if newer ones have pushed it to the next page', () => {
  const pages = { pages: [page(false, true), page(false, true, true)], pageParams: [0, 1] };
  expect(mergePages(pages).map(({ id }) => id)).toEqual(['0', '1', '2']);
});

it('S-206 a group gives its number of people or times, and a single one is singular', () => {
  const summarize = (kind: string, notifications: number, people: number) =>
    notificationText({
      kind,
      params: { study: 'T1', startsAt: '2026-11-24T09:30:00Z' },
      message: '',
      group: { notifications, people },
    });
  expect([
    summarize('NEW_APPLICANT', 36, 36),
    summarize('NEW_APPLICANT', 2, 1),
    summarize('NEW_APPLICANT', 1, 1),
    summarize('TIME_BOOKED', 2, 2),
    summarize('TIME_MOVED', 20, 1),
    summarize('STUDY_CLOSED', 2, 2),
  ]).toEqual([
    '36 people applied to “T1”.',
    'Someone applied to “T1”.',
    'Someone applied to “T1”.',
    '2 meetings for “T1” were booked.',
    '20 meetings for “T1” were changed.',
    '“T1” is now closed. We keep your answers.',
  ]);
});
