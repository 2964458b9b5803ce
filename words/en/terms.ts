import { LEGAL_VERSIONS } from '@app/contracts/legal-texts.ts';
import { PRODUCT_NAME } from '@app/contracts/product.ts';
import { contact } from '@app/words/contact.ts';
import type { LegalText } from '@app/words/legal-text.ts';

const email = `[${contact.email}](email)`;

export const termsAndConditions: LegalText = {
  heading: 'Terms and conditions',
  description:
    'What researchers, participants and we owe each other, including under the Data Protection Act, 2012 (Act 843).',
  lead: `These terms are an agreement between you and the team that runs ${PRODUCT_NAME} (“we”). You agree to them when you sign up.`,
  version: LEGAL_VERSIONS.TERMS,
  short: [
    'You are 18 or over, you have one account, and what you say about yourself is true.',
    'Researchers work for a company that we have verified, describe their studies honestly, and use answers for that study only.',
    'Participants choose freely, each time, and pay nothing.',
    'Payment is in Ghana cedis, by mobile money. The law of Ghana applies.',
  ],
  sections: [
    {
      id: 'service',
      title: 'What the service is',
      text: [
        'Researchers publish studies here, and participants apply to them. We verify companies, match studies with profiles, and pass applications on.',
        'The study itself, and what is agreed in it, is between the researcher and the participant. We are not the employer or the agent of either.',
      ],
    },
    {
      id: 'who',
      title: 'Who may use it',
      text: ['To have an account you promise that:'],
      points: [
        'you are 18 or over;',
        'you are a real person, and you have one account, as a researcher or as a participant;',
        'what you tell us about yourself is true, and you tell us if it changes.',
      ],
    },
    {
      id: 'account',
      title: 'Your account',
      text: [
        'Your account is yours alone. Do not share it, and keep your password to yourself: what is done with it counts as done by you, unless you could not help it.',
        `If you think that somebody else uses your account, set a new password, which logs every device out, and write to ${email}.`,
      ],
    },
    {
      id: 'companies',
      title: 'Researchers: your company',
      text: [
        'You act for a real company or institution, and may speak for it. Before your first study you tell us its name, registered name, industry, website, LinkedIn pages and stage, truthfully. We accept or decline it, and may ask again if something changes. Participants see the company’s name on your studies.',
        'That we verified a company means that we have read what it sent and believe that it exists. It is no recommendation of the company or of its studies.',
      ],
    },
    {
      id: 'studies',
      title: 'Researchers: honest studies',
      text: ['You:'],
      points: [
        'describe each study as it is: what it is about, how long it takes, what it needs, and for whom it is;',
        'choose whom you look for, and whom your questions rule out, only for reasons of the research;',
        'ask only for what the study needs, and never for a password, a PIN, a payment or a way around this service;',
        'do not fish for special personal data, such as health, religion, ethnic origin, politics or sexual life, and ask for it only where the Act allows it and the description says so;',
        'come to the meetings at the times you published, or tell people early;',
        'ask before you record, and stop when the participant wants to stop;',
        'do not sell anything to participants, and do not recruit them for something else.',
      ],
    },
    {
      id: 'answers',
      title: 'Researchers: what you learn about people',
      text: [
        'For what you learn from applications, meetings and files that you take out, you are a data controller under the Data Protection Act, 2012 (Act 843), with all its duties. In particular you:',
      ],
      points: [
        'use it for the study that it was given for, and for nothing else;',
        'show it to nobody who does not need it for that study, and never sell or publish it in a way that tells who said it;',
        'keep it safe, and delete it when the study no longer needs it, or when the participant rightly asks you to;',
        'do not try to find out what we do not show you, such as a mobile-money number;',
        'tell us and those concerned at once if it comes into the wrong hands.',
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
      after: ['You may stop a study at any time and need not say why.'],
    },
    {
      id: 'screening',
      title: 'Screening, and being chosen',
      text: [
        'You see studies that fit your profile. To apply, you answer the researcher’s questions, once for each study. Some answers may rule you out; which ones, you are not told.',
        'The researcher chooses among those who applied. To apply is no promise that you are chosen, and to be declined says nothing about you. A study may be changed, paused or closed by its researcher; if you have applied, we tell you when it is closed.',
      ],
    },
    {
      id: 'payment',
      title: 'Payment',
      text: [
        'Participants are paid in Ghana cedis (GH₵) by mobile money, to the account of their set-up at MTN Ghana, Telecel or Airtel Tigo. The money comes from the researcher’s budget for the study. We hold no balance for anybody.',
        'A study shows what it pays before you apply, and that does not change any more. It is owed once you have taken part, also if the study is closed afterwards; and where you came and were turned away, or the researcher called the meeting off less than 24 hours before it.',
        'Participants pay no fee to us or to researchers, ever. A number that is wrong or not in your name can delay a payment. Taxes on what you receive are yours to declare, where the law asks for it.',
      ],
    },
    {
      id: 'not-allowed',
      title: 'What is not allowed',
      text: ['Nobody may use the service:'],
      points: [
        'to deceive, harass, discriminate against or harm anybody, or to break the law;',
        'to pretend to be somebody else, or to apply with several accounts;',
        'to sell things, or to collect contact details;',
        'to attack it, to look for other people’s data, or to copy its data by machine.',
      ],
      after: [
        `If you find a weakness in our security, tell us at ${email} before you tell others, and take no more data than shows it. We will not act against you for that.`,
      ],
    },
    {
      id: 'may-do',
      title: 'What we may do',
      text: ['To keep the service honest and safe, we may:'],
      points: [
        'decline a company, or withdraw its verification;',
        'close a study that breaks these terms, and tell those who applied;',
        'limit how often something is done in a certain time;',
        'suspend or close an account that breaks these terms, and report crimes to the authorities.',
      ],
      after: [
        'We tell you what we did and why, unless the law forbids it or it would help somebody to do harm. You may ask us to look at it again; a person then does.',
      ],
    },
    {
      id: 'content',
      title: 'What you write',
      text: [
        'What you write stays yours. You allow us to store it and to show it to those for whom it is meant: a study to the participants whom it fits, an application to the researcher of the study.',
      ],
    },
    {
      id: 'liability',
      title: 'What we answer for',
      text: [
        'We run the service with care. We cannot promise that it is always available, that every study finds its people, or that what others say about themselves is true.',
        'We answer for damage that we cause on purpose or by carelessness. We do not answer for what researchers and participants do to each other, or for the mobile-money networks. Nothing in these terms takes away a right that the law gives you and that cannot be given up.',
      ],
    },
    {
      id: 'ending',
      title: 'Ending it',
      text: [
        'You may end this agreement at any time: delete your account in My Accounts. What goes and what stays is said there and in the [privacy policy](privacy). Researchers close their open studies first, so that nobody is left waiting, and money on its way has to arrive first.',
        'What was owed before the end stays owed after it.',
      ],
    },
    {
      id: 'data',
      title: 'Personal data',
      text: [
        'We handle personal data under Ghana’s Data Protection Act, 2012 (Act 843). The [privacy policy](privacy) says what we collect, why, who sees it, for how long, and how you use your rights, also before the Data Protection Commission.',
      ],
    },
    {
      id: 'law',
      title: 'Law, changes and contact',
      text: [
        'The law of Ghana applies, and its courts decide. Write to us first if you can: most things are settled faster that way.',
        'The date at the top is the version of these terms. When there is a new one, we say in the app what has changed and ask you to agree. Until you do, the version that you agreed to before holds for you. If you do not agree, you may end the agreement.',
        `Questions: ${email}, or the page [Contact us](contact).`,
      ],
    },
  ],
};
