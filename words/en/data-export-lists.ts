import { funnelWords } from '@app/words/funnel.ts';

export const ownListData = {
  views: {
    title: 'Studies that you opened',
    headings: { study: 'Study', seenOn: 'First opened', source: 'By', beganOn: 'First answer' },
    values: { source: funnelWords.sources },
  },
  invited: {
    title: 'Studies that you were invited to',
    headings: { study: 'Study', ownsAddress: 'Sent to your address' },
  },
  invitations: {
    title: 'Invitations to you',
    headings: {
      addedAt: 'Your address was listed',
      invitedAt: 'Invited',
      remindedAt: 'Reminded',
      stoppedAt: 'Stopped',
    },
  },
  lists: {
    title: 'Addresses that you invited',
    headings: { addresses: 'Number of addresses', firstAt: 'First', lastAt: 'Last', endedAt: 'Study ended' },
  },
  excludedStudies: {
    title: 'Participants that your studies exclude',
    headings: { study: 'Study', earlier: 'People of', who: 'Who', weeks: 'For how many weeks' },
    values: {
      who: {
        APPLIED: 'Applied',
        ACCEPTED: 'Was accepted',
        MET: 'Came to a meeting',
        MISSED: 'Missed a meeting',
      },
    },
  },
  requiredStudies: {
    title: 'Participants that your studies are limited to',
    headings: { study: 'Study', earlier: 'People of', who: 'Who' },
    values: { who: { APPLIED: 'Applied', ACCEPTED: 'Was accepted', MET: 'Came to a meeting' } },
  },
};
