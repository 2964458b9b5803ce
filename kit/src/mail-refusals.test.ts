import { expect, test } from 'vitest';
import { DefiniteFailure } from './jobs.ts';
import { MailboxRefused, MailServerFault, createRefusals } from './mail-refusals.ts';

const answered = (response: string, command = 'RCPT TO') => ({
  code: command === 'DATA' ? 'EMESSAGE' : 'EENVELOPE',
  command,
  response,
  responseCode: Number(response.slice(0, 3)),
});

test.each([
  ['550 5.1.1 <esi@example.test>: no such user', 'RCPT TO', MailboxRefused],
  ['552 5.2.2 mailbox full', 'RCPT TO', MailboxRefused],
  ['550 5.6.1 of a kind that is not taken', 'DATA', DefiniteFailure],
  ['554 5.7.1 <esi@example.test>: Relay access denied', 'RCPT TO', MailServerFault],
  ['553 5.1.8 bad sender', 'RCPT TO', MailServerFault],
  ['550 5.7.26 not authenticated', 'DATA', MailServerFault],
  ['550 relay not permitted', 'RCPT TO', MailServerFault],
  ['554 5.0.0 no', 'RCPT TO', MailServerFault],
])('O9 %s to %s is %o', (response, command, kind) => {
  const error = createRefusals().judge('esi@example.test', answered(response, command));
  expect(error).toBeInstanceOf(kind);
  expect(JSON.stringify(error)).not.toContain('@');
});

test.each([
  ['451 4.7.1 later', 'RCPT TO'],
  ['451 4.7.1 later', 'MAIL FROM'],
])('%s to %s is retried like any failure', (response, command) => {
  const error = answered(response, command);
  expect(createRefusals().judge('esi@example.test', error)).toBe(error);
});

const unreachable = (message: string, code = 'ESOCKET') => Object.assign(new Error(message), { code });

test.each([
  ['LOG_IN', '535 5.7.8', { ...answered('535 5.7.8 log-in refused', 'AUTH PLAIN'), code: 'EAUTH' }],
  ['SENDER', '550 5.1.8', answered('550 5.1.8 bad sender', 'MAIL FROM')],
  ['RELAY', '554 5.7.1', answered('554 5.7.1 relay access denied')],
  ['UNREACHABLE', 'ECONNREFUSED', unreachable('connect ECONNREFUSED 192.0.2.1:25')],
  ['UNREACHABLE', 'EDNS', unreachable('no such host', 'EDNS')],
])('a fault of ours, %s, is reported once with %s, and again after an hour', (fault, code, error) => {
  let now = 0;
  const refusals = createRefusals(() => now);
  const isAlerted = () => {
    const judged = refusals.judge('esi@example.test', error);
    expect(judged).toBeInstanceOf(MailServerFault);
    expect(judged).toMatchObject({ fault, code });
    return (judged as MailServerFault).shouldAlert;
  };
  // A single lost connection may be a coincidence.
  const first = fault === 'UNREACHABLE' ? [false, true] : [true, false];
  expect([isAlerted(), isAlerted(), isAlerted()]).toEqual([...first, false]);
  now = 61 * 60 * 1000;
  expect([isAlerted(), isAlerted()]).toEqual([true, false]);
});

test.each(['550 no', '550 5.7.1 refused by policy'])(
  'O9 %s counts against a mailbox once another email was accepted since',
  (response) => {
    const refusals = createRefusals();
    const refuse = (to: string) => refusals.judge(to, answered(response));
    for (let time = 0; time < 3; time += 1)
      expect(refuse('esi@example.test')).toBeInstanceOf(MailServerFault);
    refusals.recordAccepted('ama@example.test');
    expect(refuse('esi@example.test')).toBeInstanceOf(DefiniteFailure);
    expect(refuse('esi@example.test')).toBeInstanceOf(MailServerFault);
  },
);

test('O9 refusals of all mailboxes are reported once until an email is accepted; one mailbox is not reported', () => {
  const refusals = createRefusals();
  const shouldAlert = (to: string) => (refusals.judge(to, answered('550 no')) as MailServerFault).shouldAlert;
  expect(['a', 'a', 'b', 'a', 'b', 'c'].map(shouldAlert)).toEqual([false, false, true, false, false, false]);
  refusals.recordAccepted('d');
  expect([shouldAlert('e'), shouldAlert('f')]).toEqual([false, true]);
});
