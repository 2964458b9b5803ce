import { expect, it } from 'vitest';
import { listenWhileVisible, type PageDeps } from '../features/notifications/use-unread-count.ts';

/** Tests hide, show, leave and disconnect the tabs of one browser, which use the platform's own locks. */
function openBrowser() {
  const reading: string[] = [];
  const read: string[] = [];
  const crowded: string[] = [];
  const openTab = (id: string, locks: PageDeps['locks'] = navigator.locks) => {
    const listeners = new Set<(isLeaving: boolean) => void>();
    let [isHidden, isOnline] = [false, true];
    const fire = (isLeaving = false) => listeners.forEach((listener) => listener(isLeaving));
    const close = listenWhileVisible(
      {
        async read(signal, isBack) {
          read.push(isBack ? `${id} again` : id);
          reading.push(id);
          await new Promise((end) => signal.addEventListener('abort', end));
          reading.splice(reading.indexOf(id), 1);
        },
        onCrowded: () => crowded.push(id),
      },
      {
        isHidden: () => isHidden,
        isOnline: () => isOnline,
        onChange(listener) {
          listeners.add(listener);
          return () => void listeners.delete(listener);
        },
        locks,
      },
    );
    return {
      close,
      hide: () => fire(void (isHidden = true)),
      show: () => fire(void (isHidden = false)),
      setOnline: (is: boolean) => fire(void (isOnline = is)),
      leave: () => fire(true),
      comeBack: () => fire(),
    };
  };
  return { openTab, reading, read, crowded };
}

it('opens one stream for each visible tab, and closes it at once when the tab is hidden', async () => {
  const { openTab, reading, read } = openBrowser();
  const first = openTab('first');
  const second = openTab('second');
  await expect.poll(() => reading.toSorted()).toEqual(['first', 'second']);
  first.hide();
  await expect.poll(() => reading).toEqual(['second']);
  first.show();
  first.show();
  await expect.poll(() => reading).toEqual(['second', 'first']);
  // The tab may have missed events meanwhile.
  expect(read.at(-1)).toBe('first again');
  expect(read).toHaveLength(3);
  first.close();
  second.close();
  await expect.poll(() => reading).toEqual([]);
  first.show();
  expect(read).toHaveLength(3);
});

it('reads nothing in the back-forward cache or without a network, and reads again afterwards', async () => {
  const { openTab, reading } = openBrowser();
  const tab = openTab('only');
  await expect.poll(() => reading).toEqual(['only']);
  tab.leave();
  await expect.poll(() => reading).toEqual([]);
  tab.comeBack();
  await expect.poll(() => reading).toEqual(['only']);
  tab.setOnline(false);
  await expect.poll(() => reading).toEqual([]);
  tab.setOnline(true);
  await expect.poll(() => reading).toEqual(['only']);
  tab.close();
});

it('limits streams of windows side by side so that calls have a connection; without locks all listen', async () => {
  const { openTab, reading, crowded } = openBrowser();
  const tabs = ['1', '2', '3', '4', '5'].map((id) => openTab(id));
  await expect.poll(() => crowded).toHaveLength(1);
  expect(reading).toHaveLength(4);
  const [left] = crowded;
  tabs.find((_, at) => `${at + 1}` !== left)!.close();
  await expect.poll(() => reading).toHaveLength(3);
  const late = tabs[Number(left) - 1]!;
  late.hide();
  late.show();
  await expect.poll(() => reading).toHaveLength(4);
  const old = openTab('old', undefined);
  expect(reading).toHaveLength(4);
  for (const tab of [...tabs, old]) tab.close();
});
