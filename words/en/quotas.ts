/** Screens call quotas groups. */
export const quotaWords = {
  open: 'Groups of people (quotas)',
  hint: 'Reserve places for groups of people. People in no group cannot see the study.',
  kinds: 'Make groups by',
  gender: 'Gender',
  age: 'Age',
  region: 'Region',
  ageStarts: 'Ages at which a new group starts',
  ageStartsHint: 'For example 30, 45',
  make: 'Make equal groups',
  census: 'As in Ghana’s census',
  censusHint:
    'We make groups from your choices above. Gender and region use the 2021 census. The three age groups are estimates.',
  placesFirst: 'First enter how many participants you want.',
  tooMany: (most: number) =>
    `This makes more than ${most} groups. Make groups by fewer things, or choose fewer regions.`,
  list: 'Places of each group',
  sum: (places: number, all: number) => `${places} of ${all} places`,
  without: (groups: readonly string[]) =>
    `These people cannot see the study, because their group has no place: ${groups.join('; ')}.`,
  fit: (all: number) => `Adjust groups to ${all} places`,
  none: 'Remove all groups',

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
  taken: (count: number) => `${count} filled`,
  savePlaces: 'Save',
  cancel: 'Cancel',
  placesMoved: 'Places moved',
  more: (groups: readonly (readonly [group: string, places: number])[]) =>
    `The new places go to: ${groups.map(([group, places]) => `${group} ${places}`).join('; ')}. You can move them later on the study page.`,
  reach: 'How many people fit?',
  groupReachLabel: (group: string) => `How many people fit? ${group}`,
  reached: (count: number) => (count === 1 ? '1 person fits' : `${count} people fit`),
  reachedAs: {
    ABOUT: (count: number) => `About ${count} people fit`,
    AT_MOST: (count: number) => `At most ${count} people fit`,
    FEWER_THAN: (count: number) => `Fewer than ${count} people fit`,
  },

  move: (group: string) => `Move a free place to ${group} and accept`,
  noneFree: 'No other group has a free place. Add places to accept more people.',
  filter: 'Group',
  anyGroup: 'Any group',
} as const;
