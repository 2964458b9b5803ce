import { LEGAL_VERSIONS } from '@app/contracts/legal-texts.ts';
import { PRODUCT_NAME } from '@app/contracts/product.ts';
import { ABSENCE_WINDOW_DAYS, BLOCK_DAYS, OPEN_HOURS } from '@app/contracts/project/meeting-choices.ts';
import { SILENCE_HOURS } from '@app/contracts/project/submission-choices.ts';
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
    'Researchers work for a company that we verified, describe studies honestly, and use answers for that study only.',
    'Participants choose freely, each time, and pay nothing.',
    'Pay is in Ghana cedis, by mobile money. The law of Ghana applies.',
  ],
  sections: [
    {
      id: 'service',
      title: 'What the service is',
      text: [
        'Researchers publish studies here, and participants apply to them. A study meets people, or has an online survey in the researcher’s own tool. We verify companies, match studies with profiles, and pass applications on.',
        'The study, and what is agreed in it, is between the researcher and the participant. We are not the employer or agent of either.',
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
        'Your account is yours alone. Do not share it, and keep your password secret. What others do with it counts as done by you, unless you could not prevent it.',
        `If you think that someone else uses your account, set a new password. This logs out all devices. Then write to ${email}.`,
      ],
    },
    {
      id: 'companies',
      title: 'Researchers: your company',
      text: [
        'You act for a real company or institution, and may speak for it. Before your first study you send us true information about it. We accept or decline it, and may ask again if something changes. Participants see the company’s name on your studies.',
        'Verified means that we read what the company sent and believe that it exists. It does not recommend the company or its studies.',
      ],
    },
    {
      id: 'studies',
      title: 'Researchers: honest studies',
      text: ['You:'],
      points: [
        'describe each study as it is: the topic, the time it takes, what it needs, and for whom it is;',
        'choose people, and the answers that rule them out, only for reasons of the research;',
        'ask only for what the study needs, never for a password, a PIN, a payment or a way around us;',
        'ask about health, religion, ethnic origin, politics or sexual life only where the Act allows it and the description says so;',
        'come to the meetings on time, and tell people early if a time, place or link changes;',
        'say the meeting’s first word when you call, and mark people as absent only if they were;',
        'ask before you record, and stop when the participant wants to stop;',
        'show our completion codes only to people who reach that point of your survey;',
        'do not sell anything to participants, and do not recruit them for something else.',
      ],
      after: [
        'You may reject a survey for four reasons only: no answers, empty answers, at least two announced attention checks failed, or not done as asked. Never reject people for being fast or screened out. They read your reason. After many rejections, an administrator must confirm each further one.',
      ],
    },
    {
      id: 'answers',
      title: 'Researchers: what you learn about people',
      text: [
        'For what you learn from applications, surveys, meetings and files, you are a data controller under Act 843, with all its duties. In particular you:',
      ],
      points: [
        'use it only for the study that it was given for, as your consent text says;',
        'show it only to people who need it for that study, and never sell it or publish who said it;',
        'keep it safe, and delete it when the study no longer needs it or the participant rightly asks;',
        'do not try to find out what we do not show you, such as a mobile-money number;',
        'tell us and the people concerned at once if others get it.',
      ],
    },
    {
      id: 'participants',
      title: 'If you are a participant',
      text: ['Taking part is always your choice. And you:'],
      points: [
        'answer the questions of a study truthfully and yourself;',
        'come to your meeting, or say early that you cannot;',
        'share no completion code, and enter only one that your own survey gave you;',
        'keep secret what a researcher shows you in confidence.',
      ],
      after: [
        `You may stop a study at any time, and need not say why. If you miss two meetings within ${ABSENCE_WINDOW_DAYS} days, you cannot apply for ${BLOCK_DAYS} days.`,
      ],
    },
    {
      id: 'screening',
      title: 'Screening, and being chosen',
      text: [
        'You see studies that fit your profile. To apply, you answer the researcher’s questions, once for each study. We do not tell you which answers rule you out.',
        'The researcher chooses among applicants. In some studies, answers that fit give you a place at once. An application is no promise of a place, and being declined says nothing about you.',
        'A survey may find that you do not fit, and end early (screened out). The study shows whether this is paid. If it ends before its first real question, it is not paid.',
        'A researcher may change, pause or close a study. If you have applied, we tell you when it is closed.',
      ],
    },
    {
      id: 'payment',
      title: 'Payment',
      text: [
        'Participants are paid in Ghana cedis (GH₵) by mobile money, at MTN Ghana, Telecel or Airtel Tigo. The money comes from the researcher’s budget for the study. We hold no balance for anyone.',
        `A study shows its pay before you apply, and the pay does not change after that. For a meeting, it is owed once you have taken part, even if the study is closed later. If the researcher marks nothing, it is owed after ${OPEN_HOURS} hours. It is also owed if you were turned away, or if the researcher cancelled less than 24 hours before.`,
        `For an online survey, the pay is owed when the researcher approves it, or after ${SILENCE_HOURS} hours without an answer. Two kinds always wait for approval: very fast ones without a code, and late ones for which no place was left. Pay for being screened out is owed at once. A survey that you stop, do not finish in time or that stays rejected is not paid.`,
        `You can object to a rejection, or to being marked as absent, within ${OPEN_HOURS} hours. An administrator reads both sides and decides.`,
        'Participants never pay a fee to us or to researchers. A number that is wrong or not in your name can delay a payment. You declare taxes on your pay, if the law asks for them.',
      ],
    },
    {
      id: 'not-allowed',
      title: 'What is not allowed',
      text: ['No one may use the service:'],
      points: [
        'to deceive, harass, discriminate against or harm anyone, or to break the law;',
        'to pretend to be someone else, or to apply with several accounts;',
        'to sell things, or to collect contact details;',
        'to pass on completion codes, or to have a machine answer;',
        'to attack it, to look for other people’s data, or to copy its data by machine.',
      ],
      after: [
        `If you find a weakness in our security, tell us at ${email} before you tell others. Take no more data than you need to show it. We will not act against you for that.`,
      ],
    },
    {
      id: 'may-do',
      title: 'What we may do',
      text: ['To keep the service honest and safe, we may:'],
      points: [
        'decline a company, or withdraw its verification;',
        'suspend or close a study that breaks these terms, and tell the people who applied;',
        'limit how often something is done in a certain time;',
        'suspend or close an account that breaks these terms, and report crimes to the authorities.',
      ],
      after: [
        'We tell you what we did and why, unless the law forbids it or it would help someone to do harm. What people have earned stays owed. You may ask us to look at it again. A person then does.',
      ],
    },
    {
      id: 'content',
      title: 'What you write',
      text: [
        'What you write stays yours. You allow us to store it and to show it: a study to people who fit or have its link, an application to its researcher.',
      ],
    },
    {
      id: 'liability',
      title: 'What we answer for',
      text: [
        'We run the service with care. We cannot promise that it is always available, that every study finds people, or that others tell the truth.',
        'We answer for damage that we cause on purpose or by carelessness. We do not answer for what researchers and participants do, for survey tools, or for mobile-money networks. Nothing in these terms takes away a right that the law gives you and that you cannot give up.',
      ],
    },
    {
      id: 'ending',
      title: 'Ending it',
      text: [
        'You may end this agreement at any time: delete your account in My Accounts. That page and the [privacy policy](privacy) say what we delete and what stays. Researchers first close their studies and decide on surveys. Money on its way must arrive first.',
        'What was owed before the end stays owed after it.',
      ],
    },
    {
      id: 'data',
      title: 'Personal data',
      text: [
        'We handle personal data under Ghana’s Data Protection Act, 2012 (Act 843). The [privacy policy](privacy) says what we collect, why, who sees it, for how long, and your rights. You may complain to the Data Protection Commission.',
      ],
    },
    {
      id: 'law',
      title: 'Law, changes and contact',
      text: [
        'The law of Ghana applies, and its courts decide. If you can, write to us first: that is often faster.',
        'The date at the top is the version of these terms. For a new version, we say in the app what has changed and ask you to agree. Until you agree, the version that you agreed to before applies. If you do not agree, you may end the agreement.',
        `Questions: ${email}, or the page [Contact us](contact).`,
      ],
    },
  ],
};
