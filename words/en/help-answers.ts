import { contact } from '@app/words/contact.ts';

export interface Answer {
  question: string;
  answer: string;
}

export interface Topic {
  name: string;
  answers: readonly Answer[];
}

export const safetyAnswer: Answer = {
  question: 'Someone asks me for a PIN, a password or money. Is it a scam (fraud)?',
  answer: `Yes. We never ask for your password or your mobile-money PIN. We never ask for money to join a study. Send nothing, and write to ${contact.email}.`,
};
