import { expect, test } from 'vitest';
import { Refused } from './jobs.ts';
import { MailboxRefused, RelayRefused, createRefusals } from './mail-refusals.ts';

const answered = (response: string, command = 'RCPT TO') => ({
  code: command === 'DATA' ? 'EMESSAGE' : 'EENVELOPE',
  command,
  response,
  responseCode: Number(response.slice(0, 3)),
});

test.each([
  ['550 5.1.1 <esi@example.test>: no such user', 'RCPT TO', MailboxRefused],
  ['552 5.2.2 mailbox full', 'RCPT TO', MailboxRefused],
  ['550 5.6.1 of a kind that is not taken', 'DATA', Refused],
  ['554 5.7.1 <esi@example.test>: Relay access denied', 'RCPT TO', RelayRefused],
  ['553 5.1.8 bad sender', 'RCPT TO', RelayRefused],
  ['550 5.7.26 not authenticated', 'DATA', RelayRefused],
  ['550 relay not permitted', 'RCPT TO', RelayRefused],
  ['554 5.0.0 no', 'RCPT TO', RelayRefused],
])('O9 %s to %s is %o', (response, command, kind) => {
  const error = createRefusals().judge('esi@example.test', answered(response, command));
  expect(error).toBeInstanceOf(kind);
  expect(JSON.stringify(error)).not.toContain('@');
});

test.each([
  ['451 4.7.1 later', 'RCPT TO'],
  ['535 5.7.8 log-in refused', 'AUTH PLAIN'],
  ['550 5.1.8 bad sender', 'MAIL FROM'],
])('%s to %s is tried again as any failure', (response, command) => {
  const error = answered(response, command);
  if (command === 'AUTH PLAIN') error.code = 'EAUTH';
  expect(createRefusals().judge('esi@example.test', error)).toBe(error);
});

test.each(['550 no', '550 5.7.1 refused by policy'])(
  'O9 %s counts against a mailbox once another letter was taken since',
  (response) => {
    const refusals = createRefusals();
    const refuse = (to: string) => refusals.judge(to, answered(response));
    for (let time = 0; time < 3; time += 1) expect(refuse('esi@example.test')).toBeInstanceOf(RelayRefused);
    refusals.noteTaken('ama@example.test');
    expect(refuse('esi@example.test')).toBeInstanceOf(Refused);
    expect(refuse('esi@example.test')).toBeInstanceOf(RelayRefused);
  },
);

test('O9 that nobody is served is news once, until a letter is taken; one mailbox is no news', () => {
  const refusals = createRefusals();
  const isNews = (to: string) => (refusals.judge(to, answered('550 no')) as RelayRefused).isNews;
  expect(['a', 'a', 'b', 'a', 'b', 'c'].map(isNews)).toEqual([false, false, true, false, false, false]);
  refusals.noteTaken('d');
  expect([isNews('e'), isNews('f')]).toEqual([false, true]);
});
