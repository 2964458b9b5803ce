import { INVITATIONS_PER_DAY } from '@app/contracts/identity/invitations.ts';
import { MAX_LISTED, type RowAnswer } from '@app/contracts/address-list.ts';
import { thousands } from '@app/words/thousands.ts';

const addresses = (count: number) => (count === 1 ? '1 address' : `${thousands(count)} addresses`);

export const invitationWords = {
  heading: 'Invitations',
  text: 'Only people you invite can read all of this study and apply.',
  listed: 'Addresses on your list',
  applied: 'Applied after an invitation',
  notShown: 'hidden, because there are few people',
  unknown: 'not known',
  invite: 'Invite people',
  failed: 'The numbers could not be loaded.',
  paused: 'The study is paused. Resume it to invite more people.',

  title: 'Invite people',
  intro: `Each address gets one email, and one reminder after 3 days. We send at most ${thousands(INVITATIONS_PER_DAY)} emails a day.`,
  fair: 'Invite only people who know you and expect your email.',
  field: 'Email addresses',
  fieldHint: 'One on each line, with commas, or copied from an email. No phone numbers.',
  file: 'Or choose a file',
  fileHint: `A table (.csv) or text file, with at most ${thousands(MAX_LISTED)} addresses. We invite all of them.`,
  chosen: (name: string) => `From the file ${name}`,
  none: 'We found no email address. Add one and try again.',
  send: 'Invite',
  sending: (done: number, all: number) => `${thousands(done)} of ${thousands(all)} sent`,
  cancel: 'Cancel',

  doneTitle: 'We have read your list',
  found: (found: number, taken: number) =>
    `${addresses(found)} found, ${thousands(taken)} added to your list`,
  leftOut: 'Not added:',
  line: (line: number, text: string, reason: string) => `Line ${line}: ${text} (${reason})`,
  moreLines: (count: number) => (count === 1 ? 'And 1 more.' : `And ${thousands(count)} more.`),
  reasons: {
    TAKEN: 'Added',
    DOUBLE: 'Already on your list',
    NOT_AN_ADDRESS: 'Not an email address',
    FORMULA: 'Looks like a formula',
    TOO_MANY: `More than ${thousands(MAX_LISTED)} addresses`,
  } satisfies Record<RowAnswer, string>,
  row: 'Line',
  address: 'Address',
  answer: 'Result',
  save: 'Save the results',
  fileName: 'invitations.csv',
  close: 'Close',
} as const;
