import { contact, dataProtectionCommission } from '@app/words/contact.ts';

export const contactWords = {
  heading: 'Contact us',
  description: 'How to reach the team, what to write so that we can help at once, and how soon we answer.',
  lead: `A person reads every message. We answer by email, usually within ${contact.answersWithin}.`,
  emailHeading: 'Write to',
  phoneHeading: 'Call',
  whatsAppHeading: 'WhatsApp',
  emailText: 'Write from the email of your account if you have one: then we know at once whom it is about.',
  pin: 'Never send us a password or a PIN. We do not need them, and we never ask for them.',

  topicsHeading: 'What is it about?',
  topicsText: 'Choose one and your mail program opens with the subject filled in.',
  topics: [
    {
      title: 'Logging in, or your account',
      text: 'Say what you tried, what the screen said with its reference, and on which device.',
      subject: 'My account',
      action: 'Write about your account',
    },
    {
      title: 'A study or an application',
      text: 'Give the name of the study as it stands on the screen, and the day of the meeting if there is one.',
      subject: 'A study or an application',
      action: 'Write about a study',
    },
    {
      title: 'Money for taking part',
      text: 'Name the study, the day of the meeting and your network. The last four digits of your number are enough.',
      subject: 'Money for taking part',
      action: 'Write about a payment',
    },
    {
      title: 'Verification of your company',
      text: 'Give the company’s name as you sent it. If it was declined, say what has changed since.',
      subject: 'Verification of my company',
      action: 'Write about verification',
    },
    {
      title: 'Your personal data',
      text: `To see, correct or delete what we hold about you, say which. We answer within ${contact.answersRightsWithin}.`,
      subject: 'My personal data',
      action: 'Write about your data',
    },
    {
      title: 'Something is wrong',
      text: 'A study that asks for what it should not, somebody who behaves badly, or a hole in our security.',
      subject: 'Please look at this',
      action: 'Report it',
    },
  ],

  selfHeading: 'Perhaps this is quicker',
  selfHelp: [
    { to: 'forgotPassword', text: 'Set a new password', hint: 'by a link that we send you' },
    {
      to: 'verificationFailed',
      text: 'Get the verification email again',
      hint: 'if it never came or is too old',
    },
    {
      to: 'logIn',
      text: 'Log in and open Need help?',
      hint: 'for answers about studies, screening and payment',
    },
  ],
  safetyHeading: 'If somebody asks for your PIN or for money',
  safetyText: [
    'It is not us. We never ask for your password or your mobile-money PIN, and never for money to join a study.',
    'Send nothing. Tell us, and tell your mobile-money provider.',
  ],
  commissionHeading: `The ${dataProtectionCommission.name}`,
  commissionText: `If you are not content with how we treat your personal data, you may turn to the Commission at any time, without asking us first: [${dataProtectionCommission.site}](commission).`,
} as const;
