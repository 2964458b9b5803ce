import { afterEach, expect, it, vi } from 'vitest';
import { listenTogether } from './listen-together.ts';
import { followPresence } from './presence.ts';

afterEach(() => void vi.useRealTimers());

/** A page that tests hide, show, and take offline. */
function testPage() {
  const listeners = new Set<() => void>();
  let isHidden = false;
  let isOnline = true;
  const change = (edit: () => void) => {
    edit();
    for (const listener of listeners) listener();
  };
  return {
    isHidden: () => isHidden,
    isOnline: () => isOnline,
    onChange(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    hide: () => change(() => (isHidden = true)),
    show: () => change(() => (isHidden = false)),
    goOffline: () => change(() => (isOnline = false)),
    goOnline: () => change(() => (isOnline = true)),
  };
}

it('a page comes when it is looked at, and goes a while after it was hidden, or at once without a network', () => {
  vi.useFakeTimers();
  const page = testPage();
  const seen: string[] = [];
  const stop = followPresence(1000, { onCome: () => seen.push('come'), onGo: () => seen.push('go') }, page);
  page.hide();
  vi.advanceTimersByTime(999);
  page.show();
  vi.advanceTimersByTime(5000);
  expect(seen).toEqual(['come', 'come']);
  page.hide();
  vi.advanceTimersByTime(1000);
  expect(seen).toEqual(['come', 'come', 'go']);
  page.show();
  page.goOffline();
  page.goOnline();
  expect(seen).toEqual(['come', 'come', 'go', 'come', 'go', 'come']);
  stop();
  page.hide();
  vi.advanceTimersByTime(5000);
  expect(seen).toHaveLength(6);
});

let names = 0;

/** Tabs of one browser, with the platform's own locks and channels. */
function openBrowser() {
  const name = `test ${(names += 1)}`;
  const streams = new Map<string, (news: number) => void>();
  const openTab = (id: string, hasLocks = true) => {
    const page = testPage();
    const news: number[] = [];
    const close = listenTogether<number>(
      {
        name,
        async read(tell, signal) {
          streams.set(id, tell);
          await new Promise((end) => signal.addEventListener('abort', end));
          streams.delete(id);
        },
        onNews: (one) => news.push(one),
      },
      hasLocks ? { locks: navigator.locks, openChannel: (channel) => new BroadcastChannel(channel) } : null,
      page,
    );
    return { ...page, news, close };
  };
  return { openTab, streams, reading: () => [...streams.keys()] };
}

it('one tab reads, and all tabs know', async () => {
  const { openTab, streams, reading } = openBrowser();
  const first = openTab('first');
  await expect.poll(() => reading()).toEqual(['first']);
  const second = openTab('second');
  // The newest tab is the one that is looked at.
  await expect.poll(() => reading()).toEqual(['second']);
  streams.get('second')!(7);
  await expect.poll(() => [first.news, second.news]).toEqual([[7], [7]]);
  first.show();
  await expect.poll(() => reading()).toEqual(['first']);
  first.close();
  await expect.poll(() => reading()).toEqual(['second']);
  second.close();
  await expect.poll(() => reading()).toEqual([]);
});

it('a tab without a network reads nothing, and reads again with it', async () => {
  const { openTab, reading } = openBrowser();
  const tab = openTab('only');
  await expect.poll(() => reading()).toEqual(['only']);
  tab.goOffline();
  await expect.poll(() => reading()).toEqual([]);
  tab.goOnline();
  await expect.poll(() => reading()).toEqual(['only']);
  tab.close();
});

it('without locks each tab reads for itself, and only while it is looked at', async () => {
  const { openTab, reading } = openBrowser();
  const first = openTab('first', false);
  const second = openTab('second', false);
  expect(reading()).toEqual(['first', 'second']);
  first.hide();
  await expect.poll(() => reading()).toEqual(['second']);
  first.close();
  second.close();
});
