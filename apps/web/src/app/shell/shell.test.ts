import { expect, it } from 'vitest';
import { currentScreen, screens } from '../../screens.ts';
import { greetingAt } from './header.tsx';
import { isCurrent, phoneMenu, sideMenu } from './menu-list.tsx';

const labels = (items: { label: string }[]) => items.map((item) => item.label);

it.each([
  [4, 'Good evening'],
  [5, 'Good morning'],
  [11, 'Good morning'],
  [12, 'Good afternoon'],
  [16, 'Good afternoon'],
  [17, 'Good evening'],
  [0, 'Good evening'],
])('S-204 greets at %i o’clock', (hour, words) => {
  expect(greetingAt(hour)).toBe(words);
});

it.each([
  ['RESEARCHER', ['My Projects', 'Meetings']],
  ['PARTICIPANT', ['Browse Studies', 'My Studies']],
] as const)('S-201 S-202 the menus of a %s, on a desktop and on a phone', (role, own) => {
  const menuNames = [...own, 'Messages', 'My Accounts', 'Need help?'];
  expect(labels(sideMenu(role))).toEqual([...menuNames, 'Take a tour']);
  expect(labels(phoneMenu(role))).toEqual(menuNames);
});

it('marks the current page', () => {
  expect(sideMenu('RESEARCHER')[0]?.to).toBe('/dashboard');
  const here = (role: 'RESEARCHER' | 'PARTICIPANT', path: string) =>
    labels(sideMenu(role).filter((item) => isCurrent(item, path)));
  expect(here('RESEARCHER', '/dashboard/project/1')).toEqual(['My Projects']);
  expect(here('PARTICIPANT', '/dashboard/studies')).toEqual(['My Studies']);
  expect(here('PARTICIPANT', '/dashboard/study-apply/1')).toEqual(['Browse Studies']);
  expect(here('PARTICIPANT', '/dashboard/help')).toEqual(['Need help?']);
});

it('S-203 S-204 header by screen', () => {
  const hidden = Object.entries(screens).filter(([, screen]) => screen.header === 'none');
  expect(hidden.map(([name]) => name)).toEqual(['createStudy', 'projectDetails', 'participantSetup', 'kyc']);
  const greeting = Object.entries(screens).filter(([, screen]) => screen.header === 'greeting');
  expect(greeting.map(([name]) => name)).toEqual(['projects', 'browseStudies']);
  expect(currentScreen([undefined, screens.projectSettings])).toMatchObject({
    header: 'back',
    hasTools: false,
  });
  expect(currentScreen([undefined, { other: true }]).header).toBe('back');
});
