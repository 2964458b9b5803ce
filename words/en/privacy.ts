import { LEGAL_VERSIONS } from '@app/contracts/legal-texts.ts';
import { PRODUCT_NAME } from '@app/contracts/product.ts';
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
    'You give us what studies are matched by and what payment needs. We ask for nothing else.',
    'A researcher sees you only if you apply to their study, and never sees your mobile-money number.',
    'No advertising, no trackers, no sale of data.',
    `You see, correct, take along and delete your data in My Accounts. To object to its use, or for anything else, write to ${email}. It costs nothing.`,
  ],
  sections: [
    {
      id: 'who',
      title: 'Who is responsible',
      text: [
        `The team that runs ${PRODUCT_NAME} (“we”) decides why and how your data is used here. The Act calls us the data controller. You reach us at ${email}, or by the ways on the page [Contact us](contact).`,
        'A researcher who meets you is a data controller too, for the notes and recordings of that meeting and for what they take out of the product. Ask them what they keep before you start.',
      ],
    },
    {
      id: 'what',
      title: 'What we collect',
      text: ['Almost everything we hold is what you tell us yourself:'],
      entries: [
        {
          name: 'When you sign up',
          text: 'First and last name, email, a password, a phone number if you choose to give one, your role, and which version of the terms and of this policy you agreed to, and when.',
        },
        {
          name: 'If you sign in with Google',
          text: 'Your name and email as Google knows them, and the number by which Google knows you. We learn nothing else from Google.',
        },
        {
          name: 'If you confirm a phone number',
          text: 'The number, and when you confirmed it. For a day or two, how often a code was sent to it and tried, and what you dialled on that phone to ask us something.',
        },
        {
          name: 'If you change your email',
          text: 'The email before and the one after.',
        },
        {
          name: 'In your set-up, if you are a participant',
          text: 'Date of birth, gender, education, annual household income, region, and town or city. The languages you speak, if you choose to say. What studies are matched by is also kept as it was before you changed it. Employment status, job role and industry. The browsers, computer, phone and tablet you use, and whether you have a webcam and internet.',
        },
        {
          name: 'To pay you',
          text: 'Your mobile-money network, the number, and the name under which it is registered.',
        },
        {
          name: 'While you answer the questions of a study',
          text: 'What you have chosen so far and when you last changed it, so that it stands there again after a log-out or on another device. The researcher is not told of it before you apply.',
        },
        {
          name: 'When you apply to a study',
          text: 'Your answers to its questions and when you gave them; your age, gender, region, education, income and devices as they were when the study opened; what else the study asks for, such as your languages or your work; which of these have changed since; whether the answers fit; and every change of the application’s status. The researcher may add remarks of their own.',
        },
        {
          name: 'Which studies you open',
          text: 'The day you first opened a study, what led you there, and the day of your first answer. Its researcher reads numbers of it, never who.',
        },
        {
          name: 'If a researcher invites you by your email',
          text: 'Your email, which the researcher gave us, for which study, and when we invited and reminded you. We never tell them whether you have an account. If you want no invitations, we keep a code of your email, so that nobody invites you again.',
        },
        {
          name: 'When you write to a researcher or a participant',
          text: 'Your messages, when you sent them, and up to where you have read. Only you both read them. Of a message that somebody reports we read a copy, with the two before it.',
        },
        {
          name: 'When you meet a researcher',
          text: 'The time that you chose and every change of it, the number to call if the study calls you, whether each of you came, and what either of you tells us about it.',
        },
        {
          name: 'When money moves',
          text: 'What you were paid, for which study, when, and how it went. Of a researcher, what was paid in, and the phone that it came from or the last four digits of the card.',
        },
        {
          name: 'If you are a researcher',
          text: 'Your company’s name and registered name, industry, website, LinkedIn pages and stage, of a research institution its ethics approval and supervisor if you give them, what we decided about it and why, and the projects and studies you create.',
        },
        {
          name: 'From your use of the service',
          text: 'Where you are logged in: the kind of browser and device, when it began and when it was last used. The last day you were active. Your notifications. For safety, a record of log-ins, refused attempts and important changes, with the time and the network (IP) address.',
        },
      ],
      after: [
        'We do not ask for your religion, health, ethnic origin, politics, or any other special personal data in the sense of section 37 of the Act, and researchers may not fish for it. If a study does, do not answer, and tell us.',
      ],
    },
    {
      id: 'must-you',
      title: 'What you may leave out',
      text: [
        'A phone number when you sign up, and the languages you speak, are up to you. Everything else in a form is needed for what the form is for: without a set-up we cannot match you with studies or have you paid, and without company information we cannot verify a company. You need not have a set-up to have an account.',
      ],
    },
    {
      id: 'why',
      title: 'Why we use it, and on what basis',
      text: [
        'The Act asks for a reason for each use (section 20). These are ours, and we use your data for nothing else without asking you first:',
      ],
      entries: [
        {
          name: 'To run your account, to keep for you what you have begun in it, and to write you the letters it needs',
          text: 'Because you agreed to our terms: it is what the agreement between us requires.',
        },
        {
          name: 'To show you studies that fit you, and to count for researchers how many people fit theirs',
          text: 'With your consent, given with your set-up; you take it back in My Accounts, and give it again there. The count tells numbers only, never who.',
        },
        {
          name: 'To pass your application to the researcher',
          text: 'With your consent, given anew each time you apply.',
        },
        {
          name: 'To have you paid by mobile money',
          text: 'Because the agreement requires it, and where the law requires records of payments.',
        },
        {
          name: 'To check that a company is real before it reaches participants',
          text: 'For the legitimate interest of participants and of us in knowing who asks.',
        },
        {
          name: 'To keep accounts safe, and to find and prove misuse',
          text: 'For the legitimate interest of everybody here, and because section 28 of the Act obliges us to secure your data.',
        },
      ],
      after: ['We do not sell data, show advertising or send marketing messages.'],
    },
    {
      id: 'who-sees',
      title: 'Who sees it',
      text: ['As few people as the purpose allows:'],
      entries: [
        {
          name: 'The researcher of a study that you apply to',
          text: 'Your name, age, gender, education, household income and suitable devices, your answers, when you applied, and how the application stands. If the study asks for regions, languages, work, a kind of phone or internet: which of those are true of you. Where a study keeps places for groups of people, which of them you are in. Which of these facts have changed since the study opened, and whether another account uses the same mobile-money number, without the number and without whose it is. They can take this out as a file. If you meet by phone, the number that you give for it, from 24 hours before the meeting to 24 hours after it. Never your mobile-money number, email, date of birth or town.',
        },
        {
          name: 'Participants',
          text: 'Of a researcher: the company’s name, the study, and what the researcher writes to them. Of other participants: nothing.',
        },
        {
          name: 'Our team',
          text: 'Company information, to verify it, and what you write to us. Those who look after the database can reach the rest, and do so only to help you, to keep the service running or because the law demands it.',
        },
        {
          name: 'Those who work for us',
          text: 'Whoever runs our servers, carries our letters, our text messages and what you dial, or carries out mobile-money payments: only what that task needs, and only on our instructions. Notifications that you allow come through the service of your browser, which cannot read them.',
        },
        {
          name: 'Your mobile-money network',
          text: 'Your number and the amount, when you are paid.',
        },
        { name: 'Google', text: 'That you sign in here, only if you choose to sign in with Google.' },
        { name: 'Courts and authorities', text: 'What the law obliges us to hand over, and nothing more.' },
      ],
    },
    {
      id: 'how-decided',
      title: 'What a computer decides',
      text: [
        'A computer compares your profile with what a study asks for, and shows you the studies that fit. When you apply, it compares your answers with those that the researcher marked as fitting, and tells the researcher. Whether you are chosen is decided by the researcher, a person.',
        'If you think that a study was wrongly kept from you, write to us and a person looks at it (section 41 of the Act).',
      ],
    },
    retentionSection,
    keptInBrowser,
    {
      id: 'safety',
      title: 'How it is protected',
      text: ['Section 28 of the Act obliges us to secure your data. What we do:'],
      points: [
        'Connections are encrypted, and browsers are told to come by no other way.',
        'Every request is checked on our servers: who is asking, what they may do, and whether it is theirs.',
        'Passwords are kept as argon2id hashes, from which they cannot be read. Whoever guesses has to wait longer and longer.',
        'Mobile-money numbers and passwords are kept apart from studies: the part of the system that serves researchers cannot read them.',
        'Of your mobile-money number even you see only the last digits. Changing it takes your password, and we write to you when it has changed.',
        'Our logs hold no names, emails, numbers or answers. The safety record can be added to, not changed, by the service.',
      ],
      after: [
        'No system is perfect. If somebody unauthorised has seen your data, we tell you and the Data Protection Commission as soon as reasonably possible, as section 31 demands.',
      ],
    },
    {
      id: 'abroad',
      title: 'Data outside Ghana',
      text: [
        'Servers and mail services that work for us may stand in other countries. Your data stays under Act 843 there: we give it only to those who undertake by contract to protect it as the Act demands (sections 29 and 30). A researcher may also read applications from abroad; our terms bind them to the Act wherever they are.',
      ],
    },
    {
      id: 'rights',
      title: 'Your rights',
      text: ['Act 843 gives you, among others, the right:'],
      points: [
        'to know whether we hold data about you, what it is, where it came from and who has received it, and to have a copy (section 35);',
        'to have wrong, outdated or excessive data corrected or deleted (section 33);',
        'to object to a use of your data, and to withdraw your consent, at any time (section 20);',
        'to have us stop a use that causes or is likely to cause you unwarranted damage or distress (section 39);',
        'to refuse direct marketing, of which there is none here (section 40);',
        'not to be subject to a decision with serious effects that a computer made alone (section 41);',
        'to compensation for damage or distress that a breach of the Act has caused you (section 43).',
      ],
    },
    {
      id: 'how-to',
      title: 'How to use them',
      text: [
        `In My Accounts you see your details, your set-up or your company information, correct most of it yourself, take back your consent to matching, save a copy of what we hold about you, and delete your account. For everything else write to ${email} from the email of your account and say what you want: to see, to correct, to object. It costs nothing.`,
        `We may ask a question to be sure that it is you. We answer within ${contact.answersRightsWithin}, and say why if we cannot do what you ask. If you withdraw your consent, what was done before stays lawful, and studies are no longer matched with you; what you have applied to goes on.`,
        `If you are not content, you may complain to the ${dataProtectionCommission.name} of Ghana, ${commission}, or go to court. You need not ask us first.`,
      ],
    },
    {
      id: 'adults',
      title: 'Adults only',
      text: [
        'Accounts are for people of 18 and over, and the set-up takes no later date of birth. If you learn that a child has an account, tell us and we delete it.',
      ],
    },
    {
      id: 'changes',
      title: 'When this policy changes',
      text: [
        'The date at the top is its version. When there is a new one, we say in the app what has changed and ask you to agree to it. Until you do, we go by the version that you agreed to before.',
      ],
    },
  ],
};
