import { helpWords } from '@app/words/help.ts';
import { expect, it } from 'vitest';
import { searchTopics } from './help.tsx';

const topics = [
  {
    name: 'Payment',
    answers: [
      { question: 'How am I paid?', answer: 'By mobile-money.' },
      { question: 'Does it cost?', answer: 'No, it doesn’t.' },
    ],
  },
  { name: 'Data', answers: [{ question: 'Who sees it?', answer: 'Nobody, Ámá.' }] },
];
const found = (search: string) =>
  searchTopics(topics, search).map(({ name, answers }) => `${name} ${answers.length}`);

it.each([
  ['', ['Payment 2', 'Data 1']],
  ['  ', ['Payment 2', 'Data 1']],
  ['MONEY paid', ['Payment 1']],
  ['payment', ['Payment 2']],
  ['ama', ['Data 1']],
  ["doesn't", ['Payment 1']],
  ['oney', []],
  ['paid nobody', []],
])('finds answers for %j', (search, expected) => {
  expect(found(search)).toEqual(expected);
});

it.each(['PARTICIPANT', 'RESEARCHER'] as const)('says nothing twice to a %s', (role) => {
  const questions = helpWords.topics[role].flatMap((topic) => topic.answers.map((one) => one.question));
  expect(new Set(questions).size).toBe(questions.length);
});

/** Testers searched for these words. */
const forBoth =
  'momo late time meeting change paid no-show waiting list quota group invite consent ethics bonus export csv excel ' +
  'statement receipt dispute share pause fee region language SMS wave privacy delete data password cancel message';
const phrases = ['waiting list', 'time zone', 'mobile money', 'text message'];
const words = (text: string) => text.split(' ');
const forOne = {
  PARTICIPANT: words(
    'apply withdraw set-up code USSD dial scam fraud forgot WhatsApp airtime transport Twi',
  ).concat('my money', 'lost phone'),
  RESEARCHER: words('refund budget verification applicant screener WhatsApp card calendar').concat('QR code'),
};

it.each(['PARTICIPANT', 'RESEARCHER'] as const)('finds the words that people use, for a %s', (role) => {
  const sought = [...forBoth.split(' '), ...phrases, ...forOne[role]];
  const none = sought.filter((search) => searchTopics(helpWords.topics[role], search).length === 0);
  expect(none).toEqual([]);
});
