/** Screens call quotas groups. */
export const quotaWords = {
  open: 'Who they should be (quotas)',
  hint: 'Keep places for each group of people. People who are in no group do not see the study.',
  kinds: 'Make groups by',
  gender: 'Gender',
  age: 'Age',
  region: 'Region',
  ageStarts: 'Ages at which a new group starts',
  ageStartsHint: 'For example 30, 45',
  make: 'Make equal groups',
  census: 'As in Ghana’s census',
  censusHint:
    'Groups by what you ticked above. Gender and region are as in the census of 2021, the three ages are estimated.',
  placesFirst: 'First enter how many participants you want.',
  tooMany: (most: number) => `That would be more than ${most} groups. Use fewer kinds or regions.`,
  list: 'Places of each group',
  sum: (places: number, all: number) => `${places} of ${all} places`,
  without: (groups: readonly string[]) =>
    `These people do not see the study, because their group got no place: ${groups.join('; ')}.`,
  fit: (all: number) => `Fit to ${all} places`,
  none: 'No groups',

  heading: 'Groups',
  group: 'Group',
  accepted: 'Accepted',
  met: 'Met',
  acceptedCount: (accepted: number, places: number) => `${accepted} of ${places}`,
  full: 'Full',
  noPlaces: 'No places',
  movePlaces: 'Move places',
  movePlacesText: (all: number) =>
    `The study keeps its ${all === 1 ? '1 place' : `${all} places`}. A group cannot have fewer than it has accepted.`,
  groupPlacesLabel: (group: string) => `Places of ${group}`,
  taken: (count: number) => `${count} taken`,
  savePlaces: 'Save',
  cancel: 'Cancel',
  placesMoved: 'The places of the groups are changed',
  more: (groups: readonly (readonly [group: string, places: number])[]) =>
    `The new places go to: ${groups.map(([group, places]) => `${group} ${places}`).join('; ')}. You can move them later on the study page.`,
  reach: 'How many are there?',
  groupReachLabel: (group: string) => `How many people are there of ${group}?`,
  reached: (count: number) => (count === 1 ? '1 person fits' : `${count} people fit`),
  reachedAs: {
    ABOUT: (count: number) => `About ${count} people fit`,
    AT_MOST: (count: number) => `At most ${count} people fit`,
    FEWER_THAN: (count: number) => `Fewer than ${count} people fit`,
  },

  move: (group: string) => `Move a free place to ${group}, and accept`,
  noneFree: 'No other group has a free place. Add places to accept more people.',
  filter: 'Group',
  anyGroup: 'Any group',
} as const;
