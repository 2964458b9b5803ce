import { expect, test } from 'vitest';
import { toMailbox } from './mailbox.ts';

test.each([
  ['esi+x@example.test', 'esi@example.test'],
  ['+x@example.test', '+x@example.test'],
  ['e.s.i@example.test', 'e.s.i@example.test'],
  ['e.s.i+1@googlemail.com', 'esi@gmail.com'],
  ['e.s.i@notgmail.com', 'e.s.i@notgmail.com'],
])('the mailbox of %s is %s', (email, mailbox) => expect(toMailbox(email)).toBe(mailbox));
