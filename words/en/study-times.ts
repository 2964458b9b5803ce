const places = (count: number) => (count === 1 ? '1 place' : `${count} places`);
const times = (count: number) => (count === 1 ? '1 time' : `${count} times`);

export const studyTimesWords = {
  heading: 'Meetings',
  about: (length: string, way: string) => `${length} each · ${way}`,
  where: 'Where',
  bring: 'To bring',
  language: 'Language',
  lead: (hours: number) => {
    if (hours === 0) return 'People can book a time until it starts.';
    return `People can book a time until ${hours === 1 ? '1 hour' : `${hours} hours`} before it.`;
  },
  gap: (minutes: number) => `${minutes} minutes between meetings.`,
  counts: (free: number, taken: number, waiting: number) =>
    `Upcoming: ${free} free · ${taken} booked · ${waiting} waiting for a time`,
  met: (count: number) => `You have met ${count === 1 ? '1 person' : `${count} people`}.`,
  none: 'No upcoming times. Add some, so that people you accept can book.',
  tooFew: (free: number, left: number) =>
    `Your times have ${places(free)} free. You can still accept ${left} people. Add times.`,
  free: 'free',
  busy: 'not available',
  taken: 'booked',
  whoCame: (who: string) => `${who}: who came?`,
  showMore: 'Later times',
  slotTitle: (day: string, time: string) => `${day}, ${time}`,
  freeText: 'No one has booked this time.',
  busyText:
    'No one can book this time. You have another meeting, it is too soon, or your ethics approval ends before it.',
  ownPlace: (place: string) => `This time meets elsewhere: ${place}`,
  takeOut: 'Remove this time',
  takenOut: 'Time removed',
  keep: 'Keep it',

  add: 'Add times',
  addTitle: 'Add times',
  addText: 'We offer these times to people on the waiting list.',
  day: 'Day',
  from: 'First meeting',
  to: 'Last meeting',
  adds: (count: number, first: string, last: string) =>
    count === 1 ? `Adds ${first}, in GMT.` : `Adds ${count} times from ${first} to ${last}, in GMT.`,
  addsNone: 'There is no upcoming time between these two.',
  addCount: (count: number) => (count === 1 ? 'Add 1 time' : `Add ${count} times`),
  added: (count: number) =>
    count === 0 ? 'These times already exist' : `${times(count)} added. Choose another day, or close`,
  done: 'Done',
} as const;
