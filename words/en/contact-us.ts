import { contact, dataProtectionCommission } from '@app/words/contact.ts';

export const contactWords = {
  heading: 'Contact us',
  description: 'How to contact our team, what to write, and how soon we answer.',
  lead: `A person reads every message. We answer by email, usually within ${contact.answersWithin}.`,
  emailHeading: 'Email',
  phoneHeading: 'Call',
  whatsAppHeading: 'WhatsApp',
  emailText: 'If you have an account, write from its email. Then we can find your account.',
  pin: 'Never send us a password or a PIN. We never ask for them.',

  topicsHeading: 'What is it about?',
  topicsText: 'Choose a topic. Your email app then opens with the subject filled in.',
  topics: [
    {
      title: 'Logging in, or your account',
      text: 'Tell us what you tried, the error and its reference, and your device.',
      subject: 'My account',
      action: 'Write about your account',
    },
    {
      title: 'A study or an application',
      text: 'Tell us the name of the study, and the day of the meeting.',
      subject: 'A study or an application',
      action: 'Write about a study',
    },
    {
      title: 'Your pay',
      text: 'Tell us the study, the day of the meeting and your network. Give only the last four digits of your number.',
      subject: 'My pay',
      action: 'Write about a payment',
    },
    {
      title: 'Verification of your company',
      text: 'Tell us the name of the company. If it was declined, tell us what has changed.',
      subject: 'Verification of my company',
      action: 'Write about verification',
    },
    {
      title: 'Your personal data',
      text: `Tell us if you want to see, correct or delete your data. We answer within ${contact.answersRightsWithin}.`,
      subject: 'My personal data',
      action: 'Write about your data',
    },
    {
      title: 'Something is wrong',
      text: 'Tell us about a bad study, a person who behaves badly, or a security problem.',
      subject: 'Please look at this',
      action: 'Report it',
    },
  ],

  selfHeading: 'This may be faster',
  selfHelp: [
    { to: 'forgotPassword', text: 'Set a new password', hint: 'with a link that we email you' },
    {
      to: 'verificationFailed',
      text: 'Get the verification email again',
      hint: 'if it did not arrive or is too old',
    },
    {
      to: 'logIn',
      text: 'Log in and open Need help?',
      hint: 'for answers about studies, screening and payment',
    },
  ],
  safetyHeading: 'If someone asks for your PIN or for money',
  safetyText: [
    'It is not us. We never ask for your password, your mobile-money PIN, or money to join a study.',
    'Send nothing. Tell us, and tell your mobile-money provider.',
  ],
  commissionHeading: `The ${dataProtectionCommission.name}`,
  commissionText: `You can complain to the Commission about the use of your data at any time. You do not need to ask us first: [${dataProtectionCommission.site}](commission).`,
} as const;
