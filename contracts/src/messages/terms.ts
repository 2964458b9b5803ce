import { PRODUCT_NAME } from '../product.ts';
import { contact } from './contact.ts';
import type { LegalText } from './legal-text.ts';

/** Terms and conditions, which everybody agrees to when signing up. */
export const termsAndConditions: LegalText = {
  heading: 'Terms and conditions',
  description: 'What researchers, participants and we owe each other, including under Act 843.',
  lead: `These terms are an agreement between you and the team that runs ${PRODUCT_NAME}. You agree to them when you sign up.`,
  sections: [
    {
      id: 'service',
      title: 'What the service is',
      text: [
        'Researchers publish studies here, and participants apply to them. We bring both together. The study itself, and what is agreed in it, is between the researcher and the participant.',
      ],
    },
    {
      id: 'account',
      title: 'Your account',
      points: [
        'You are 18 or over.',
        'What you tell us about yourself is true, and you keep it so.',
        'One person has one account. Do not share it, and keep your password to yourself.',
        `If you think that somebody else uses your account, set a new password and write to ${contact.email}.`,
      ],
      text: ['To have an account you promise that:'],
    },
    {
      id: 'researchers',
      title: 'If you are a researcher',
      text: [
        'You represent a real company or institution, which we verify before your first study. And you:',
      ],
      points: [
        'describe each study honestly: what it is about, how long it takes, what you ask for and what you pay;',
        'come to the meetings at the times you published;',
        'ask only for what the study needs, and never for a password, a PIN or a payment;',
        'ask before you record, and stop when the participant wants to stop;',
        'use what you learn about a participant for that study only.',
      ],
      after: [
        'You are a data controller for what you collect in your studies, and comply with the Data Protection Act, 2012 (Act 843), including its rules on health, religion, ethnic origin, political opinion and other special personal data.',
      ],
    },
    {
      id: 'participants',
      title: 'If you are a participant',
      text: ['Taking part is always your choice. And you:'],
      points: [
        'answer the questions of a study truthfully and yourself;',
        'come to the meeting you agreed on, or say early that you cannot;',
        'keep to yourself what a researcher shows you in confidence.',
      ],
      after: [
        'You may stop a study at any time and need not say why. Applying is no promise that you are invited.',
      ],
    },
    {
      id: 'payment',
      title: 'Payment',
      text: [
        'Amounts are in Ghana cedis (GH₵). A study says what it pays before you apply. Participants are paid to the mobile-money number of their profile, and pay no fee to us. A number that is wrong or not in your name can delay a payment.',
      ],
    },
    {
      id: 'not-allowed',
      title: 'What is not allowed',
      text: ['We close accounts that are used:'],
      points: [
        'to deceive, harass or harm anybody, or to break the law;',
        'to sell things, recruit for other schemes or collect contact details;',
        'to pretend to be somebody else, or to apply with several accounts;',
        'to attack the service, or to copy its data by machine.',
      ],
    },
    {
      id: 'data',
      title: 'Personal data',
      text: [
        'We handle personal data under Ghana’s Data Protection Act, 2012 (Act 843). The privacy policy says what we collect, why, who sees it, for how long, and how you use your rights. By signing up you agree to that use; you may withdraw your consent at any time by asking us to delete your account.',
      ],
    },
    {
      id: 'liability',
      title: 'What we answer for',
      text: [
        'We run the service with care, but cannot promise that it is always available or that every study finds its people. We answer for damage that we cause on purpose or by carelessness. Nothing in these terms takes away a right that the law gives you.',
      ],
    },
    {
      id: 'ending',
      title: 'Ending it',
      text: [
        'You may close your account at any time by writing to us. We may close it if you break these terms; we tell you why, and you may ask us to look at it again. What you have earned until then is still paid.',
      ],
    },
    {
      id: 'law',
      title: 'Law, changes and contact',
      text: [
        'The law of Ghana applies, and its courts decide. When we change these terms in a way that matters to you, we write to the email of your account before the change takes effect.',
        `Questions: ${contact.email}.`,
      ],
    },
  ],
};
