const places = (count: number) => (count === 1 ? '1 place' : `${count} places`);
const times = (count: number) => (count === 1 ? '1 time' : `${count} times`);

export const studyTimesWords = {
  heading: 'Meetings',
  about: (length: string, way: string) => `${length} each · ${way}`,
  where: 'Where',
  bring: 'To bring',
  language: 'Language',
  lead: (hours: number) => {
    if (hours === 0) return 'A time can be taken until it begins.';
    return `A time can be taken until ${hours === 1 ? '1 hour' : `${hours} hours`} before.`;
  },
  gap: (minutes: number) => `${minutes} minutes between meetings.`,
  counts: (free: number, taken: number, waiting: number) =>
    `Ahead: ${free} free · ${taken} taken · ${waiting} waiting for a time`,
  met: (count: number) => `You have met ${count === 1 ? '1 person' : `${count} people`}.`,
  none: 'No times ahead. Add some, so that people you accept can choose.',
  tooFew: (free: number, left: number) =>
    `${places(free)} free at your times, for ${left} people you can still accept. Add times.`,
  free: 'free',
  busy: 'not free',
  taken: 'taken',
  whoCame: (who: string) => `${who}: who came?`,
  showMore: 'Later times',
  slotTitle: (day: string, time: string) => `${day}, ${time}`,
  freeText: 'Nobody has booked this time.',
  busyText:
    'Nobody has booked it, and nobody can now. You have another meeting then, it is too soon, or your approval ends before it.',
  takeOut: 'Take this time out',
  takenOut: 'Time taken out',
  keep: 'Keep it',

  add: 'Add times',
  addTitle: 'Add times',
  addText: 'Whoever waits for a time is offered them.',
  day: 'Day',
  from: 'First meeting',
  to: 'Last meeting',
  adds: (count: number, first: string, last: string) =>
    count === 1 ? `Adds ${first}, in GMT.` : `Adds ${count} times from ${first} to ${last}, in GMT.`,
  addsNone: 'No time ahead lies between these two.',
  addCount: (count: number) => (count === 1 ? 'Add 1 time' : `Add ${count} times`),
  added: (count: number) =>
    count === 0 ? 'These times were there already' : `${times(count)} added. Choose another day, or close`,
  done: 'Done',
} as const;
