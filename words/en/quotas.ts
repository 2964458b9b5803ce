/** A study's quotas: on screens, groups. */
export const quotaWords = {
  // Stage 4 of the wizard.
  open: 'Who they should be (quotas)',
  hint: 'Keep so many places for each group of people. Who is in no group does not see the study.',
  kinds: 'Make groups by',
  gender: 'Gender',
  age: 'Age',
  region: 'Region',
  ageStarts: 'Further age groups begin at',
  ageStartsHint: 'For example 30, 45',
  make: 'Make equal groups',
  census: 'As in Ghana’s census',
  censusHint: 'Gender and region as in the census of 2021. The three ages are estimated.',
  placesFirst: 'First enter how many participants you want.',
  tooMany: (most: number) => `That would be more than ${most} groups. Use fewer kinds or regions.`,
  list: 'Places of each group',
  sum: (places: number, all: number) => `${places} of ${all} places`,
  without: (groups: number) =>
    groups === 1
      ? '1 group got no place: its people do not see the study.'
      : `${groups} groups got no place: their people do not see the study.`,
  fit: (all: number) => `Fit to ${all} places`,
  none: 'No groups',

  // The study's page.
  heading: 'Groups',
  group: 'Group',
  accepted: 'Accepted',
  met: 'Met',
  acceptedOf: (accepted: number, places: number) => `${accepted} of ${places}`,
  full: 'Full',
  reach: 'How many are there?',
  reachOf: (group: string) => `How many people are there of ${group}?`,
  reached: (count: number) => (count === 1 ? '1 person fits' : `${count} people fit`),
  reachedAs: {
    ABOUT: (count: number) => `About ${count} people fit`,
    AT_MOST: (count: number) => `At most ${count} people fit`,
    FEWER_THAN: (count: number) => `Fewer than ${count} people fit`,
  },

  // A decision on an applicant of a full group.
  move: (group: string) => `Move a free place to ${group}, and accept`,
  noneFree: 'No other group has a free place',
  filter: 'Group',
  anyGroup: 'Any group',
} as const;
