import { RETENTION } from '@app/contracts/retention.ts';
import type { LegalSection } from '@app/words/legal-text.ts';

function kept(what: keyof typeof RETENTION): string {
  const [[unit, count] = ['days', 0]] = Object.entries<number>(RETENTION[what]);
  return `${count} ${count === 1 ? unit.slice(0, -1) : unit}`;
}

/** Periods come from the retention jobs and the default settings. */
export const retentionSection: LegalSection = {
  id: 'how-long',
  title: 'How long we keep it',
  text: ['No longer than the purpose needs (section 24 of the Act):'],
  entries: [
    {
      name: 'Account, set-up, company and applications',
      text: 'As long as you have an account. You delete it yourself in My Accounts: then they are deleted or made anonymous within a day. Of an application its researcher keeps, without your name, that somebody applied, with the facts that the study asked for, and how it was decided.',
    },
    {
      name: 'When you opened a study, your answers to it, the messages about it, and what was written about your application and your meetings',
      text: `${kept('answersOfStudies')} after the study closed, or until its meetings are over and what is disputed about them is decided if that is later; as long as you have an account if that is shorter. After that it is only kept that you applied, met and were paid.`,
    },
    {
      name: 'Answers that you have begun to give and not sent',
      text: `Until you apply or the study closes, and for ${kept('draftAnswers')} after you last changed them at most.`,
    },
    {
      name: 'A sign-up whose email was never verified',
      text: `${kept('unverifiedSignUps')}, or less if the owner of the email asks us to remove it.`,
    },
    {
      name: 'A study that its researcher deletes',
      text: `${kept('deletedStudies')}, in which it can be taken back. A study that people have applied to is closed instead, and their applications are kept for them.`,
    },
    {
      name: 'A project that its researcher deletes',
      text: `${kept('deletedProjects')}, in which it can be taken back. Of a study that people have applied to stays then what is part of their own record.`,
    },
    {
      name: 'The times of a study that nobody chose',
      text: `${kept('timesOfStudies')} after the last of them.`,
    },
    {
      name: 'Notifications',
      text: `${kept('readNotifications')} after you read them, ${kept('notifications')} otherwise; that a study has opened, ${kept('openings')}.`,
    },
    {
      name: 'What you report of a study or a message',
      text: `${kept('reports')}, and the letter to us as long as we look into it. If you delete your account meanwhile, your words stay for that time without your name.`,
    },
    {
      name: 'Where you are logged in',
      text: `A log-in ends after 24 hours without use, and after 30 days at the latest. What is noted of it is deleted ${kept('endedSessions')} later.`,
    },
    {
      name: 'Links in our letters',
      text: `The links to verify or change an email work for 24 hours, the link to set a password and the codes that we send for 30 minutes. What is left of them is deleted ${kept('endedLinks')} after they end.`,
    },
    {
      name: 'The email that you had before a change of it',
      text: `${kept('emailChanges')}, so that we can put it back if it was not you. An email that you asked for is kept as long.`,
    },
    {
      name: 'Text messages to your phone',
      text: `That one was sent, when and whether it arrived: ${kept('texts')}. We do not keep its words.`,
    },
    {
      name: 'An email that a researcher invites',
      text: `${kept('invitations')} after the study ended. That somebody wants no invitations stays, as a code.`,
    },
    {
      name: 'What you dial on your phone to ask us something',
      text: 'One day: how far you came, and which meeting or sum was shown. Not your number.',
    },
    {
      name: 'What you agreed to',
      text: 'As long as you have an account.',
    },
    {
      name: 'The answer to a form you sent',
      text: 'One day, in a form that only your browser can open, so that a lost connection does not send anything twice.',
    },
    {
      name: 'Counts against misuse',
      text: `Without names, some minutes to a day. Passwords tried without success are counted for up to ${kept('passwordTries')}; a password that was locked stays so until a new one is set.`,
    },
    {
      name: 'The safety record, with network addresses',
      text: `${kept('audit')}; we remove what is older once a month. When an account is deleted, entries stay under a number that no longer leads to a name.`,
    },
    {
      name: 'Records of payments',
      text: `As long as tax and accounting law demands; what a mobile-money network told us about them, ${kept('callbacks')}. When an account is deleted, they stay without its name and phone numbers.`,
    },
  ],
};

export const keptInBrowser: LegalSection = {
  id: 'browser',
  title: 'What stays in your browser',
  text: [
    'Only what keeps you logged in and your forms safe. There are no cookies of others and nothing that follows you, so there is no banner to click away either.',
  ],
  entries: [
    {
      name: 'Cookie “__Host-refresh”',
      text: 'Keeps you logged in: 24 hours without use, 30 days at most. No script can read it.',
    },
    {
      name: 'Cookie “__Host-google”',
      text: 'Only while you sign in with Google, for ten minutes at most.',
    },
    {
      name: 'Cookie “__Host-code”',
      text: 'Only while you log in with a code, for twenty minutes at most.',
    },
    {
      name: 'Cookie “__Host-device”',
      text: 'A random number, when a sign-up looks whether an email has an account already: so that nobody can ask that of thousands. One day.',
    },
    {
      name: 'Cookie “__Host-registered”',
      text: 'A random number, when you sign up: so that the link in our email knows this browser and your password counts. It says nothing of you. Seven days.',
    },
    {
      name: 'Cookie “__Host-known”',
      text: 'A random number and a seal for each account that has logged in here: so that nobody who guesses your password from elsewhere can lock you out. It opens nothing. One year.',
    },
    {
      name: 'Cookie “__Host-written”',
      text: 'Says that you have just saved something, so that you read it at once. It says nothing of you. Ten seconds.',
    },
    {
      name: 'Local storage: who you are',
      text: 'Your name, email, role and status, and a key to our servers that is renewed every few minutes. The number of your account stays until somebody logs out, so that nobody finds another’s drafts.',
    },
    {
      name: 'Local storage: drafts',
      text: 'What you have begun to fill in, so that a lost connection costs you nothing. A draft goes when the form is sent. Passwords and mobile-money numbers are never in it.',
    },
    {
      name: 'For a while only',
      text: 'The role you chose, while you sign in with Google. The page you were on if your log-in ends by itself, until you are back or close the tab.',
    },
  ],
  after: [
    'Logging out removes all of it but the cookies of ten seconds, one day and one year, which say nothing of you; without a connection, the cookie goes when somebody next opens the site. If somebody else logs in on the same browser, what you left there is removed first.',
  ],
};
