import { notFoundWords } from '@app/words/not-found.ts';
import type { Screen } from './screen.ts';

export const publicScreens: Screen[] = [
  { name: 'home', path: '/', shows: /./, picture: 'both' },
  { name: 'about', path: '/about', shows: /About/, picture: 'light' },
  { name: 'contact', path: '/contact-us', shows: /./, picture: 'light' },
  { name: 'privacy', path: '/privacy-policy', shows: 'Privacy policy', picture: 'light' },
  { name: 'terms', path: '/terms-and-conditions', shows: /Terms/, picture: 'light' },
  { name: 'not-found', path: '/no/such/page', shows: notFoundWords.heading, picture: 'light' },
];
