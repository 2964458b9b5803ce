import { INVITATIONS_PER_DAY } from '@app/contracts/identity/invitations.ts';
import { MAX_LISTED, type RowAnswer } from '@app/contracts/address-list.ts';
import { thousands } from '@app/words/thousands.ts';

const addresses = (count: number) => (count === 1 ? '1 address' : `${thousands(count)} addresses`);

export const inviteWords = {
  heading: 'Invitations',
  text: 'Only people you let in can read all of this study and apply.',
  listed: 'Addresses on your list',
  applied: 'Applied by an invitation',
  notShown: 'not shown while it is few people',
  unknown: 'not known',
  invite: 'Invite people',
  failed: 'The numbers could not be loaded.',
  paused: 'The study is paused. Resume it to invite more people.',

  title: 'Invite people',
  intro: `Each address gets one email, and one reminder after 3 days. At most ${thousands(INVITATIONS_PER_DAY)} emails leave in a day.`,
  fair: 'Invite only people who know you, and may expect it.',
  field: 'Email addresses',
  fieldHint: 'As you have them: in lines, with commas, or copied from an email. No phone numbers.',
  file: 'Or a file',
  fileHint: `A table (.csv) or text, with at most ${thousands(MAX_LISTED)} addresses. All of them are invited.`,
  chosen: (name: string) => `From the file ${name}`,
  none: 'We found no email address in it.',
  tooBig: 'This file is too big. Please choose one below 5 MB.',
  unreadable: 'This file could not be read.',
  notText: 'We cannot read this kind of file. In Excel, choose Save As, then CSV, and choose that file here.',
  send: 'Invite',
  sending: (done: number, all: number) => `${thousands(done)} of ${thousands(all)} sent`,
  cancel: 'Cancel',

  doneTitle: 'Your list is read',
  found: (found: number, taken: number) =>
    `${addresses(found)} found, ${thousands(taken)} added to your list`,
  leftOut: 'Left out:',
  line: (line: number, text: string, reason: string) => `Line ${line}: ${text} (${reason})`,
  moreLines: (count: number) => (count === 1 ? 'And 1 more.' : `And ${thousands(count)} more.`),
  reasons: {
    TAKEN: 'Added',
    DOUBLE: 'Already on your list',
    NOT_AN_ADDRESS: 'Not an email address',
    FORMULA: 'Begins like a formula',
    TOO_MANY: `More than ${thousands(MAX_LISTED)} addresses`,
  } satisfies Record<RowAnswer, string>,
  row: 'Line',
  address: 'Address',
  answer: 'Answer',
  save: 'Save the answers',
  fileName: 'invitations.csv',
  close: 'Close',
} as const;
