import type { MessageReportReason, ThreadState, UNSENT_BECAUSE } from '@app/contracts/project/messages.ts';

const people = (count: number) => (count === 1 ? '1 person' : `${count} people`);
const sides = { RESEARCHER: 'The researcher', PARTICIPANT: 'The participant' } as const;

export const messageWords = {
  heading: 'Messages',
  lead: 'What you and others write to each other about studies.',
  loading: 'Loading your messages',
  emptyTitle: 'No messages yet',
  emptyText: {
    RESEARCHER: 'Open an applicant who has an answer, and write to them.',
    PARTICIPANT: 'Once an application has an answer, you and the researcher can write.',
  },
  toStudies: 'My Studies',
  toProjects: 'My Projects',
  somebodyLeft: 'Somebody who has left',
  researcher: 'The researcher',
  unread: (count: number) => (count === 1 ? '1 unread message' : `${count} unread messages`),
  fromYou: (text: string) => `You: ${text}`,

  all: 'All messages',
  about: (study: string) => `About “${study}”`,
  log: 'Messages of this conversation',
  none: 'Nobody has written yet.',
  earlier: 'Show earlier messages',
  you: 'You',
  cautionToReader:
    'This message may hold a number or a link. You need not use it: write, meet and get paid here.',
  cautionMoney: 'Nobody here asks for money or your PIN. Do not send any. Report this message.',
  cautionToWriter: 'This looks like a number or a link. Please leave it out, and write here instead.',
  rule: 'Please do not ask for names, numbers, email addresses or accounts.',
  text: 'Your message',
  hint: 'Ctrl and Enter sends it. Enter begins a line.',
  send: 'Send',
  sent: 'Your message is sent.',
  offline: 'You are offline. Your words are kept here. Send them when you are online.',
  kept: 'Kept on this device until you send it.',
  left: (count: number) =>
    count === 1
      ? 'You can begin 1 more conversation today.'
      : `You can begin ${count} more conversations today.`,
  states: {
    NOT_YET: 'You can write to each other once the application has an answer.',
    CLOSED: 'This conversation is over. You can read these messages, and nobody can write.',
    LEFT: 'Somebody who has left can read nothing. You can still read these messages.',
    BLOCKED: 'The other side has blocked this conversation. Meetings and payments go on as before.',
    BLOCKED_BY_YOU: 'You have blocked this conversation. Meetings and payments go on as before.',
  } satisfies Record<Exclude<ThreadState, 'OPEN'>, string>,

  block: 'Block',
  unblock: 'Unblock',
  blockTitle: 'Block this conversation?',
  blockText: 'Nobody can write in it then. News of meetings and payments still comes.',
  cancel: 'Cancel',
  blocked: 'The conversation is blocked.',
  unblocked: 'You can write to each other again.',

  report: 'Report',
  reportMessageLabel: (text: string) => `Report the message “${text.slice(0, 40)}”`,
  reportTitle: 'Report this message',
  reportLead:
    'A person here reads a copy of it and of two messages before. The other side does not learn of it. We can suspend who wrote it.',
  reportReason: 'What is wrong?',
  reportReasons: {
    ASKS_FOR_CONTACT: 'It asks for a number, an address or an account',
    ASKS_FOR_MONEY: 'It asks for money, a PIN or a password',
    UNKIND: 'It is unkind or threatens me',
    OTHER: 'Something else',
  } satisfies Record<MessageReportReason, string>,
  reportText: 'What else should we know?',
  reportSend: 'Send report',
  reported: 'Thank you. We have your report and will look into it.',
  youReported: 'You reported this. We read it. Do not answer it: you can block this conversation.',
  copied: (by: keyof typeof sides, text: string) => `${sides[by]}: ${text}`,

  writeTitle: (count: number) => `Write to ${people(count)}`,
  writeLead: 'Each of them reads it alone. They do not see who else got it.',
  writeSend: (count: number) => `Send to ${people(count)}`,
  writtenTo: (count: number) => `Sent to ${people(count)}.`,
  notTo: (count: number) => `Not sent to ${people(count)}:`,
  unsent: {
    NOT_FOUND: 'is not in this study any more',
    NOT_YET: 'has no answer yet',
    CLOSED: 'the conversation is over',
    LEFT: 'has left',
    BLOCKED: 'the conversation is blocked',
    TOO_MANY: 'you have begun many conversations today',
  } satisfies Record<(typeof UNSENT_BECAUSE)[number], string>,
  whyNot: (name: string, why: string) => `${name}: ${why}`,
  done: 'Done',
};
