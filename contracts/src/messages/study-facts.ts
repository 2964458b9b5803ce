/** What every study says of itself at a glance. */
export const studyFactsMessages = {
  duration: 'How long',
  days: 'Which days',
  times: 'Which times',
  devices: 'Which device',
  places: 'How many people',
  company: 'Who asks',
  verified: 'Verified company',
  unnamedCompany: 'A verified company',
  twoDays: (first: string, second: string) => `${first} and ${second}`,
  manyDays: (count: number, first: string, last: string) => `${count} days, ${first} to ${last}`,
  daysPassed: 'Its days have passed',
  anyDevice: (devices: readonly string[]) => devices.join(' or '),
  placeCount: (count: number) => (count === 1 ? '1 person' : `${count} people`),
  timesInGmt: (times: string) => `${times} GMT`,
  andMore: (count: number) => `${count} more`,
} as const;
