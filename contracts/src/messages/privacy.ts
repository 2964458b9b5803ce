import { PRODUCT_NAME } from '../product.ts';
import { contact } from './contact.ts';
import type { LegalText } from './legal-text.ts';

/** The privacy policy. It promises only what the product does; a change of the product may need a change here. */
export const privacyPolicy: LegalText = {
  heading: 'Privacy policy',
  description: 'What personal data we hold, why, who sees it, how long, and your rights under Act 843.',
  lead: `This policy says what ${PRODUCT_NAME} knows about you, why, and what you can do about it. It follows Ghana’s Data Protection Act, 2012 (Act 843).`,
  sections: [
    {
      id: 'who',
      title: 'Who is responsible',
      text: [
        `The team that runs this site decides why and how your data is used; the law calls it the data controller. You reach it at ${contact.email}.`,
        'A researcher who meets you is responsible for the notes and recordings of that meeting. Ask them what they keep before you start.',
      ],
    },
    {
      id: 'what',
      title: 'What we collect',
      text: ['Almost everything we hold is what you give us yourself:'],
      points: [
        'From everybody: name, email, a password, and a phone number if you choose to give one. The password is stored only in a form from which it cannot be read.',
        'From participants: date of birth, gender, education, household income, region and town, work, devices, and the mobile-money number and name that you are paid under.',
        'From participants who apply: your answers to the study’s questions, and when you applied.',
        'From researchers: your company’s name, industry, website, LinkedIn pages and stage, and the projects and studies you create.',
        'From every visit: what is needed to answer and to keep the service safe, such as when and from which network address somebody logged in or failed to, and on what kind of device.',
        'If you sign in with Google: your name and email as Google knows them, and the number by which Google knows you.',
      ],
    },
    {
      id: 'why',
      title: 'Why we use it',
      text: ['We use your data for these purposes, and for no other without asking you first:'],
      points: [
        'to give you an account, because you asked for one;',
        'to show you studies that fit you, and to show researchers how many people fit theirs;',
        'to pass your application to the researcher, because you applied;',
        'to pay you by mobile money, and to keep the records that the law asks of payments;',
        'to check that a company is real before it may reach participants;',
        'to keep accounts safe and to find misuse.',
      ],
      after: ['We do not sell data, show advertising or send marketing messages.'],
    },
    {
      id: 'who-sees',
      title: 'Who sees it',
      text: ['As few people as the purpose allows:'],
      points: [
        'A researcher sees, for people who applied to their study: name, the profile facts that the study asked for, the answers and the time. Never your mobile-money number, email or phone number.',
        'Participants see the name of the company behind a study.',
        'Our team sees what it needs to help you and to verify companies.',
        'Your mobile-money provider sees your number and the amount when you are paid.',
        'A court or an authority sees what the law obliges us to hand over, and nothing more.',
      ],
    },
    {
      id: 'how-decided',
      title: 'How it is decided whether a study fits',
      text: [
        'A computer compares your profile with what a study asks for, and your answers with what the researcher marked as fitting. Whether you are invited is decided by the researcher, a person. You may ask us to have such a decision looked at again.',
      ],
    },
    {
      id: 'how-long',
      title: 'How long we keep it',
      text: ['No longer than the purpose needs:'],
      points: [
        'Account, profile and applications: as long as you have an account.',
        'When you ask us to delete your account: removed or made anonymous within 30 days.',
        'Records of payments: as long as tax and accounting law demands, then deleted.',
        'Records of log-ins, refusals and changes of an account, with the network address: one year.',
        'Links in our letters: the link to verify an email works for 24 hours, the link to set a password for 30 minutes.',
      ],
    },
    {
      id: 'safety',
      title: 'How it is protected',
      text: [
        'Connections are encrypted. Every request is checked on the server against who is asking, and people can reach only what is theirs. If your data should ever come into the wrong hands, we tell you and the Data Protection Commission as soon as reasonably possible, as Act 843 demands.',
      ],
    },
    {
      id: 'browser',
      title: 'What stays in your browser',
      text: [
        'We set one cookie, and only to keep you logged in; while you sign in with Google there is a second one, for ten minutes at most. The browser also keeps your name, your role and the drafts of forms, so that a lost connection costs you nothing. All of it goes when you log out. There are no cookies of others and nothing that follows you to other sites.',
      ],
    },
    {
      id: 'rights',
      title: 'Your rights',
      text: ['Act 843 gives you, among others, the right:'],
      points: [
        'to know whether we hold data about you, and to see it;',
        'to have wrong or outdated data corrected, and data deleted that we may no longer keep;',
        'to object to the use of your data, and to withdraw your consent at any time;',
        'to stop a use that causes you unwarranted damage or distress;',
        'to refuse direct marketing;',
        'not to be subject to a decision with serious effects that was made by a computer alone;',
        'to compensation for damage that a breach of the Act has caused you.',
      ],
    },
    {
      id: 'how-to',
      title: 'How to use them',
      text: [
        `Write to ${contact.email} from the email of your account and say what you want. It costs nothing. We may ask a question to be sure that it is you. We answer within 30 days, and say why if we cannot do what you ask.`,
        'If you are not content with our answer, you may complain to the Data Protection Commission of Ghana (www.dataprotection.org.gh) or go to court. You need not ask us first.',
      ],
    },
    {
      id: 'adults',
      title: 'Adults only',
      text: [
        'Accounts are for people of 18 and over. If you learn that a child has one, tell us and we delete it.',
      ],
    },
    {
      id: 'changes',
      title: 'When this policy changes',
      text: [
        'The date at the top tells when it last changed. Before a change that matters to you takes effect, we write to the email of your account.',
      ],
    },
  ],
};
