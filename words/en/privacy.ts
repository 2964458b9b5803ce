import { LEGAL_VERSIONS } from '@app/contracts/legal-texts.ts';
import { PRODUCT_NAME } from '@app/contracts/product.ts';
import { ABSENCE_WINDOW_DAYS, BLOCK_DAYS } from '@app/contracts/project/meeting-choices.ts';
import { SILENCE_HOURS } from '@app/contracts/project/submission-choices.ts';
import { contact, dataProtectionCommission } from '@app/words/contact.ts';
import type { LegalText } from '@app/words/legal-text.ts';
import { retentionSection, keptInBrowser } from '@app/words/privacy-retention.ts';

const email = `[${contact.email}](email)`;
const commission = `[${dataProtectionCommission.site}](commission)`;

/** The policy promises only what the product does. */
export const privacyPolicy: LegalText = {
  heading: 'Privacy policy',
  description:
    'What personal data we hold, why, who sees it, how long, and your rights under the Data Protection Act, 2012 (Act 843).',
  lead: `This policy says what ${PRODUCT_NAME} knows about you, why, who sees it, and what you can do about it. It follows Ghana’s Data Protection Act, 2012 (Act 843).`,
  version: LEGAL_VERSIONS.PRIVACY,
  short: [
    'We ask for your profile, to show you studies that fit, and for your mobile-money account, to pay you.',
    'A researcher sees you only after you apply to their study, and never sees your mobile-money number.',
    'No advertising, no trackers, no sale of data.',
    `In My Accounts you can see, correct, download and delete your data. For anything else, write to ${email}. It is free.`,
  ],
  sections: [
    {
      id: 'who',
      title: 'Who is responsible',
      text: [
        `The team that runs ${PRODUCT_NAME} (“we”) decides why and how your data is used here. The Act calls us the data controller. Write to us at ${email}, or see [Contact us](contact).`,
        'A researcher is a data controller too: for the answers in their survey tool, for notes and recordings, and for files they download. Ask them what they keep.',
      ],
    },
    {
      id: 'what',
      title: 'What we collect',
      text: ['You tell us almost all of it yourself:'],
      entries: [
        {
          name: 'When you sign up',
          text: 'First and last name, email, password and role, and a phone number if you want. Which version of the terms and of this policy you agreed to, and when.',
        },
        {
          name: 'If you sign in with Google',
          text: 'Your name and email at Google, and Google’s number for your account. We learn nothing else from Google.',
        },
        {
          name: 'If you confirm a phone number',
          text: 'The number, and when you confirmed it. For up to two days, we keep the number of codes sent and tried, and what you dialled in our menu.',
        },
        { name: 'If you change your email', text: 'The email before and the one after.' },
        {
          name: 'In your set-up, if you are a participant',
          text: 'Date of birth, gender, education, annual household income, region, and town or city. Employment, job and industry. Your browsers, computer, phone and tablet, and whether you have a webcam and internet. Your languages, if you want. If you change a detail that studies ask for, we also keep the earlier one.',
        },
        {
          name: 'To pay you',
          text: 'Your mobile-money network, the number, and the name on the account. We ask the network whether the number has this name, and keep the answer.',
        },
        {
          name: 'While you answer the questions of a study',
          text: 'What you have answered so far, and when. You find it again after a log-out or on another device. The researcher does not see it before you apply.',
        },
        {
          name: 'When you apply to a study',
          text: 'Your answers, when you gave them, whether they fit, and each change of the status. Your age, gender, region, education, income and devices when the study opened, and other details that it asks for. Which of them have changed since. Each consent text that you agreed to, and when you agreed or withdrew. The researcher may add notes.',
        },
        {
          name: 'Which studies you open',
          text: 'The day you first opened a study, how you found it, and the day of your first answer. Its researcher sees numbers, never names. We hide numbers below five that could reveal you.',
        },
        {
          name: 'If a researcher invites you by your email',
          text: 'Your email, for which study, and when we invited and reminded you. We never tell them whether you have an account. If you want no invitations, we keep a code of your email, so that no one invites you again.',
        },
        {
          name: 'When you answer an online survey',
          text: 'When you opened it, by when you must finish, when you finished, and whether you had a code. What you write to us about it. If it is rejected: the reason, your objection and our decision. The survey is in the researcher’s own tool, and we never see your answers there.',
        },
        {
          name: 'When you write to a researcher or a participant',
          text: 'Your messages, when you sent them, and which you have read. Only you both read them. If someone reports a message, we read a copy of it and of the two before it.',
        },
        {
          name: 'When you meet a researcher',
          text: 'The time that you chose, every change of it, and your number if the study calls you. When the researcher looked at the number, and when they called: never what was said. Two words that you tell each other, and when the researcher entered yours. Whether each of you came, and what you both tell us. On a waiting list, the days that suit you.',
        },
        {
          name: 'When money moves',
          text: 'What you were paid, for which study, when, and what happened to it. For a researcher: what was paid in, and from which phone or the last four digits of the card.',
        },
        {
          name: 'If you are a researcher',
          text: 'Your company’s name and registered name, industry, website, LinkedIn pages and stage. For a research institution, its ethics approval and supervisor, if you give them. What we decided about it and why. Your projects and studies.',
        },
        {
          name: 'From your use of the service',
          text: 'Where you are logged in: the kind of browser and device, since when, and when last used. The last day you were active. Your notifications, and whether our emails and text messages reach you. If we suspend you, when and why. For safety, log-ins, refused attempts and important changes, with the time and the network (IP) address.',
        },
      ],
      after: [
        'We do not ask about religion, health, ethnic origin, politics, or other special personal data (section 37 of the Act). A study may do so only where the Act allows it and its description says so. Otherwise, do not answer, and tell us.',
      ],
    },
    {
      id: 'must-you',
      title: 'What you may leave out',
      text: [
        'You may leave out a phone number at sign-up, your languages, and all fields marked as optional. The form needs the others. Without a set-up, we cannot find studies for you or pay you. Without company information, we cannot verify a company. You can have an account without a set-up.',
      ],
    },
    {
      id: 'why',
      title: 'Why we use it, and on what basis',
      text: [
        'The Act asks for a reason for each use (section 20). These are ours. We use your data for nothing else without asking you first:',
      ],
      entries: [
        {
          name: 'To run your account, save what you have begun, and send you the emails it needs',
          text: 'Because the terms, our agreement with you, require it.',
        },
        {
          name: 'To show you studies that fit, and to tell researchers how many people fit theirs',
          text: 'With your consent, given with your set-up. You withdraw it in My Accounts, and give it again there. Researchers get only a number, or “fewer than 10”.',
        },
        {
          name: 'To pass your application to the researcher, and your code to their survey',
          text: 'With your consent, which you give each time you apply or open a survey.',
        },
        {
          name: 'To pay you by mobile money',
          text: 'Because our agreement requires it, and where the law requires records of payments.',
        },
        {
          name: 'To check that a company is real, and to decide disputes',
          text: 'For the legitimate interest of everyone here in knowing who asks, and in fair decisions.',
        },
        {
          name: 'To keep accounts safe, and to find and prove misuse',
          text: 'For the legitimate interest of everyone here, and because section 28 of the Act requires it.',
        },
      ],
      after: ['We do not sell data, show advertising or send marketing messages.'],
    },
    {
      id: 'who-sees',
      title: 'Who sees it',
      text: ['As few people as possible:'],
      entries: [
        {
          name: 'The researcher of a study that you apply to',
          text: 'Your name, age, gender, education, household income and suitable devices, your answers, when you applied, your consent and the status. Region, languages, work, phone and internet, if the study asks for them, and your group, if it has groups. Which values changed since the study opened, and whether another account has the same mobile-money number, but not whose. How your meeting or survey went, and whether you are paid. They can download this as a file. For a meeting by phone, your number, from 24 hours before to 24 hours after. Never your mobile-money number, email, date of birth or town.',
        },
        {
          name: 'The survey tool of a researcher',
          text: 'Only what the researcher puts into the link: your code, a number of the study and of your visit, and the way back to us. Never your name, email or phone number. Like every website, it sees your network address.',
        },
        {
          name: 'Where your code is shown',
          text: 'Survey tools, calendars and payment statements show a code instead of your name, such as P1A2B3C4D5E6F. You have another code in each project.',
        },
        {
          name: 'Participants, and people with a study’s link',
          text: 'About a researcher: the company’s name, the study, and messages to applicants. About participants: nothing.',
        },
        {
          name: 'Our team',
          text: 'Only what each task needs. Support sees accounts, companies and payments, but no answers, no messages and no full numbers. Administrators also see disputes and reports, and can correct a date of birth or gender. If you ask, they prepare a copy of your data or delete your account. Finance sees payments, without full numbers. In the area of our team, we record who looked and who changed something. Those who look after the database can reach the rest. They do so only to help you, to keep the service running, or if the law requires it.',
        },
        {
          name: 'Those who work for us',
          text: 'Companies that run our servers, deliver emails, text messages and phone menus, or make payments. They get only what the task needs, and follow our instructions. Notifications on your device come through your browser’s service, which cannot read them.',
        },
        {
          name: 'Your mobile-money network',
          text: 'Your number, to check its name and to pay you, and the amount.',
        },
        { name: 'Google', text: 'That you sign in here, only if you choose to sign in with Google.' },
        { name: 'Courts and authorities', text: 'What the law requires us to give, and nothing more.' },
      ],
    },
    {
      id: 'how-decided',
      title: 'What a computer decides',
      text: [
        'A computer shows you the studies that fit your profile. When you apply, it compares your answers with those that the researcher needs. In some studies, answers that fit give you a place at once. Otherwise a person decides: the researcher.',
        `No computer rejects a survey. It marks very fast ones, and approves most after ${SILENCE_HOURS} hours without an answer from the researcher. If you miss two meetings within ${ABSENCE_WINDOW_DAYS} days, you cannot apply for ${BLOCK_DAYS} days.`,
        'If you think that a computer was wrong, write to us. A person then looks at it (section 41 of the Act).',
      ],
    },
    retentionSection,
    keptInBrowser,
    {
      id: 'safety',
      title: 'How it is protected',
      text: ['Section 28 of the Act requires us to secure your data. What we do:'],
      points: [
        'Connections are encrypted, and your browser accepts no others.',
        'Our servers check every request: who asks, what they may do, and whether it is theirs.',
        'We keep passwords as argon2id hashes, from which no one can read them. People who guess must wait longer and longer.',
        'Phone numbers and the names of mobile-money accounts are encrypted in the database.',
        'Mobile-money accounts and passwords are stored apart from studies: the part of the system for researchers cannot read them.',
        'Even you see only the last digits of your mobile-money number. To change it, you need your password, and we email you.',
        'Our team signs in with passkeys. Some decisions also work by a secret link in an email to our team.',
        'Our logs hold no names, emails, numbers or answers. The service can add to the safety record, but not change it.',
      ],
      after: [
        'No system is perfect. If someone saw your data without permission, we tell you and the Data Protection Commission as soon as possible (section 31).',
      ],
    },
    {
      id: 'abroad',
      title: 'Data outside Ghana',
      text: [
        'Servers and mail services that work for us may be abroad. Act 843 still protects your data there: they promise this by contract (sections 29 and 30). Researchers and their survey tools may be abroad too. Our terms bind researchers to the Act wherever they are.',
      ],
    },
    {
      id: 'rights',
      title: 'Your rights',
      text: ['Act 843 gives you, among others, the right:'],
      points: [
        'to know what data we hold about you, where it came from and who got it, and to have a copy (section 35);',
        'to have wrong, outdated or excessive data corrected or deleted (section 33);',
        'to object to a use of your data, and to withdraw your consent, at any time (section 20);',
        'to have us stop a use that causes you unjustified damage or distress, or is likely to (section 39);',
        'to refuse direct marketing, of which there is none here (section 40);',
        'not to be subject to a decision with serious effects that a computer made alone (section 41);',
        'to compensation for damage or distress from a breach of the Act (section 43).',
      ],
    },
    {
      id: 'how-to',
      title: 'How to use them',
      text: [
        'In My Accounts you can see and correct most of your data, withdraw your consent to matching, download a copy, and delete your account. In My Studies you withdraw an application, or your consent to a study.',
        `For everything else, write to ${email} from the email of your account, and say what you want. After your first application, only we can correct your date of birth or gender. We ask for a proof.`,
        `We may ask a question, to be sure that it is you. We answer within ${contact.answersRightsWithin}, and say why if we cannot do what you ask. If you ask us to delete your account, we note the day, so that we answer in time.`,
        'If you withdraw your consent to matching, we find no more studies for you. Your applications continue, and what we did before stays lawful.',
        `If you are not satisfied, you may complain to the ${dataProtectionCommission.name} of Ghana, ${commission}, or go to court. You do not have to ask us first.`,
      ],
    },
    {
      id: 'adults',
      title: 'Adults only',
      text: [
        'Accounts are for people of 18 and over, and the set-up refuses a date of birth of anyone younger. If you learn that a child has an account, tell us, and we delete it.',
      ],
    },
    {
      id: 'changes',
      title: 'When this policy changes',
      text: [
        'The date at the top is its version. For a new version, we say in the app what has changed and ask you to agree. Until you agree, the version that you agreed to before applies.',
      ],
    },
  ],
};
