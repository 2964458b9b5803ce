import type { MessageReportReason, ThreadState, UNSENT_BECAUSE } from '@app/contracts/project/messages.ts';

const people = (count: number) => (count === 1 ? '1 person' : `${count} people`);
const sides = { RESEARCHER: 'The researcher', PARTICIPANT: 'The participant' } as const;

export const messageWords = {
  heading: 'Messages',
  lead: 'Your conversations about studies.',
  loading: 'Loading your messages',
  emptyTitle: 'No messages yet',
  emptyText: {
    RESEARCHER: 'Accept or decline an applicant. Then you can write to them.',
    PARTICIPANT: 'You can write to each other after the researcher answers your application.',
  },
  toStudies: 'My Studies',
  toProjects: 'My Projects',
  somebodyLeft: 'Deleted account',
  researcher: 'The researcher',
  unread: (count: number) => (count === 1 ? '1 unread message' : `${count} unread messages`),
  fromYou: (text: string) => `You: ${text}`,

  all: 'All messages',
  about: (study: string) => `About “${study}”`,
  log: 'Messages of this conversation',
  none: 'There are no messages yet.',
  earlier: 'Show earlier messages',
  you: 'You',
  cautionToReader:
    'This message may contain a number or a link. You do not need to use it. You write, meet and get paid here.',
  cautionMoney: 'We never ask for money or your PIN. Do not send them. Report this message.',
  cautionToWriter: 'This looks like a number or a link. Please leave it out, and write here instead.',
  rule: 'Please do not ask for names, numbers, email addresses or accounts.',
  text: 'Your message',
  hint: 'Press Ctrl and Enter to send. Press Enter for a new line.',
  send: 'Send',
  sent: 'Your message was sent.',
  offline: 'You are offline. We keep your message here. Send it when you are online.',
  kept: 'Saved on this device until you send it.',
  left: (count: number) =>
    count === 1
      ? 'You can start 1 more conversation today.'
      : `You can start ${count} more conversations today.`,
  states: {
    NOT_YET: 'You can write to each other after the application is accepted or declined.',
    CLOSED: 'This conversation has ended. You can read these messages, but you cannot write.',
    LEFT: 'This account is deleted. You can read these messages, but you cannot write.',
    BLOCKED: 'The other person blocked this conversation. Meetings and payments continue as before.',
    BLOCKED_BY_YOU: 'You blocked this conversation. Meetings and payments continue as before.',
  } satisfies Record<Exclude<ThreadState, 'OPEN'>, string>,

  block: 'Block',
  unblock: 'Unblock',
  blockTitle: 'Block this conversation?',
  blockText:
    'You and the other person can no longer write. You still get notifications about meetings and payments.',
  cancel: 'Cancel',
  blocked: 'The conversation is blocked.',
  unblocked: 'You can write to each other again.',

  report: 'Report',
  reportMessageLabel: (text: string) => `Report the message “${text.slice(0, 40)}”`,
  reportTitle: 'Report this message',
  reportLead:
    'A person on our team reads this message and the two before it. The other person does not see your report. We can suspend their account.',
  reportReason: 'What is wrong?',
  reportReasons: {
    ASKS_FOR_CONTACT: 'It asks for a number, an address or an account',
    ASKS_FOR_MONEY: 'It asks for money, a PIN or a password',
    UNKIND: 'It is unkind or threatens me',
    OTHER: 'Something else',
  } satisfies Record<MessageReportReason, string>,
  reportText: 'What else should we know?',
  reportSend: 'Send report',
  reported: 'Thank you. We have your report and will check it.',
  youReported: 'You reported this, and we will read it. Do not answer. You can block this conversation.',
  copied: (by: keyof typeof sides, text: string) => `${sides[by]}: ${text}`,

  writeTitle: (count: number) => `Write to ${people(count)}`,
  writeLead: 'Each person gets the message separately. They do not see who else got it.',
  writeSend: (count: number) => `Send to ${people(count)}`,
  writtenTo: (count: number) => `Sent to ${people(count)}.`,
  notTo: (count: number) => `Not sent to ${people(count)}:`,
  unsent: {
    NOT_FOUND: 'is no longer in this study',
    NOT_YET: 'you have not accepted or declined them yet',
    CLOSED: 'the conversation has ended',
    LEFT: 'deleted their account',
    BLOCKED: 'the conversation is blocked',
    TOO_MANY: 'you started many conversations today',
  } satisfies Record<(typeof UNSENT_BECAUSE)[number], string>,
  whyNot: (name: string, why: string) => `${name}: ${why}`,
  done: 'Done',
};
