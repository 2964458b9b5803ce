import { NUMBER_SHOWN_HOURS } from '@app/contracts/project/meeting-choices.ts';
import { RETENTION } from '@app/contracts/retention.ts';
import type { LegalSection } from '@app/words/legal-text.ts';

function kept(what: keyof typeof RETENTION): string {
  const [[unit, count] = ['days', 0]] = Object.entries<number>(RETENTION[what]);
  return `${count} ${count === 1 ? unit.slice(0, -1) : unit}`;
}

/** The periods come from the retention jobs and from the default settings. */
export const retentionSection: LegalSection = {
  id: 'how-long',
  title: 'How long we keep it',
  text: ['No longer than the purpose needs (section 24 of the Act):'],
  entries: [
    {
      name: 'Account, set-up, company and applications',
      text: 'As long as you have an account. When you delete it in My Accounts, we delete them or remove your name within a day. The researcher keeps your application without your name: what the study asked for, and the decision.',
    },
    {
      name: 'Your answers and messages, when you opened a study, and what was written about your application, meeting or survey',
      text: `${kept('answersOfStudies')} after the study closed, or later if a meeting or dispute is still open. If you delete your account earlier, we delete them with it. We keep only the times when you applied and took part, and your payments.`,
    },
    {
      name: 'Answers that you have not sent',
      text: `Until you apply or the study closes, and at most ${kept('draftAnswers')} after your last change.`,
    },
    {
      name: 'A sign-up whose email was never verified',
      text: `${kept('unverifiedSignUps')}, or less if the owner of the email asks us to remove it.`,
    },
    {
      name: 'A study that its researcher deletes',
      text: `${kept('deletedStudies')}, in which it can be restored. A study with applicants is closed instead, and they keep their applications.`,
    },
    {
      name: 'A project that its researcher deletes',
      text: `${kept('deletedProjects')}, in which it can be restored. Studies with applicants then stay as part of the applicants’ own record.`,
    },
    {
      name: 'The times of a study that no one chose',
      text: `${kept('timesOfStudies')} after the last of them.`,
    },
    {
      name: 'Your number for a call, and the two words of a meeting',
      text: `The number until ${NUMBER_SHOWN_HOURS} hours after the meeting, the words for three days after its day.`,
    },
    {
      name: 'Notifications',
      text: `${kept('readNotifications')} after you read them, ${kept('notifications')} otherwise. That a study has opened, ${kept('openings')}.`,
    },
    {
      name: 'What you report about a study or a message',
      text: `${kept('reports')}, and our email about it until we have decided. If you delete your account before, your words stay without your name.`,
    },
    {
      name: 'Where you are logged in',
      text: `A log-in ends after 24 hours without use, and after 30 days at the latest. We delete its record ${kept('endedSessions')} later.`,
    },
    {
      name: 'Links and codes',
      text: `Links to verify or change an email work for 24 hours. Links to set a password and codes in emails work for 30 minutes, codes in text messages for 10. We delete used and old links ${kept('endedLinks')} after they end.`,
    },
    {
      name: 'The email that you had before a change',
      text: `${kept('emailChanges')}, so that we can restore it if it was not you. A new email that you did not confirm, as long.`,
    },
    {
      name: 'Text messages to your phone',
      text: `That we sent one, when, and whether it arrived: ${kept('texts')}. We do not keep its words.`,
    },
    {
      name: 'An email that a researcher invites',
      text: `${kept('invitations')} after the study ended. That someone wants no invitations stays, as a code.`,
    },
    {
      name: 'What you dial to use our menu',
      text: 'One day: how far you came, and which meeting or amount you saw. Not your number.',
    },
    { name: 'What you agreed to', text: 'As long as you have an account.' },
    {
      name: 'The reply to a form that you sent',
      text: 'One day, in a form that only your browser can open, so that a lost connection sends nothing twice.',
    },
    {
      name: 'Counts against misuse',
      text: `Without names, some minutes to a day. Wrong passwords are counted for up to ${kept('passwordTries')}. A locked password works again after you set a new one.`,
    },
    {
      name: 'The safety record, with network addresses',
      text: `${kept('audit')}. We delete older entries once a month. After you delete your account, entries stay under a number that leads to no name.`,
    },
    {
      name: 'Records of payments',
      text: `As long as tax and accounting law requires. What a mobile-money network told us about them, ${kept('callbacks')}. After you delete your account, they stay without your name and phone numbers.`,
    },
  ],
};

export const keptInBrowser: LegalSection = {
  id: 'browser',
  title: 'What stays in your browser',
  text: [
    'Only what keeps you logged in and your forms safe. There are no cookies of other companies and nothing that follows you.',
  ],
  entries: [
    {
      name: 'Cookie “__Host-refresh”',
      text: 'Keeps you logged in: 24 hours without use, 30 days at most. No script can read it.',
    },
    {
      name: 'Cookie “__Host-google”',
      text: 'Only while you sign in with Google, for 10 minutes at most.',
    },
    {
      name: 'Cookie “__Host-code”',
      text: 'Only while you log in with a code, for 20 minutes at most.',
    },
    {
      name: 'Cookie “__Host-device”',
      text: 'A random number, when a sign-up checks whether an email has an account. It stops people who check thousands of emails. One day.',
    },
    {
      name: 'Cookie “__Host-registered”',
      text: 'A random number, when you sign up. It shows that the link in our email was opened in the same browser. Seven days.',
    },
    {
      name: 'Cookie “__Host-known”',
      text: 'A random number and a seal for each account that has logged in here. People elsewhere who guess your password then cannot lock you out. It opens nothing. One year.',
    },
    {
      name: 'Cookie “__Host-written”',
      text: 'Says that you have just saved something, so that you see it at once. Ten seconds.',
    },
    {
      name: 'Local storage: who you are',
      text: 'Your name, email, role and status, and a key to our servers that is renewed every few minutes. The number of your account stays until someone logs out, so that no one finds another person’s drafts.',
    },
    {
      name: 'Local storage: drafts',
      text: 'What you have begun to fill in, and codes and words that wait for a connection. A draft goes when it is sent. Passwords and mobile-money numbers are never in it.',
    },
    {
      name: 'Local storage: your pages',
      text: 'Your lists, meetings and payments as you last saw them, so that you can read them offline. They stay on the device until you log out.',
    },
    {
      name: 'For a short time only',
      text: 'The role you chose, while you sign in with Google. The page you were on if your log-in ends by itself, until you are back or close the tab.',
    },
  ],
  after: [
    'Logging out removes all of it, except the cookies of ten seconds, one day, seven days and one year. They say nothing about you. Without a connection, the first cookie goes when someone next opens the site. If someone else logs in on the same browser, we first remove what you left there.',
  ],
};
