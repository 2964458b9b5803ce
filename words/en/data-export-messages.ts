import { messageWords } from '@app/words/messages.ts';

export const ownMessageDataWords = {
  messages: {
    title: 'Messages of your studies',
    headings: { study: 'Study', participant: 'Participant', by: 'From', text: 'Message', sentAt: 'When' },
    values: { by: { ME: 'You', OTHER: 'The other person' } },
  },
  threads: {
    title: 'Conversations that you blocked',
    headings: { study: 'Study', participant: 'Participant', blockedAt: 'Since' },
  },
  messageReports: {
    title: 'Messages that you reported',
    headings: {
      study: 'Study',
      reportedOn: 'Day',
      reason: 'What is wrong',
      text: 'What you wrote',
      copy: 'Copy',
    },
    values: { reason: messageWords.reportReasons },
  },
} as const;
