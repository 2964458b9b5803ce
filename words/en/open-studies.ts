import { cedis } from '@app/words/cedis.ts';
import type { Gender } from '@app/contracts/enumerations.ts';

const ofGender = { MALE: 'men', FEMALE: 'women', OTHERS: 'other genders' } satisfies Record<Gender, string>;

export const openStudiesWords = {
  heading: 'Open studies',
  lead: 'Choose a study that fits you. Sign up to apply. It is free.',
  description: 'Research studies in Ghana that need people. Each shows what it pays and how long it takes.',
  apply: 'Apply',
  applyTo: (publicName: string) => ` to ${publicName}`,
  all: 'See all open studies',
  none: 'There are no open studies right now. Please come back later.',
  paid: (incentive: number) => `${cedis(incentive * 100)} by mobile money`,
  notPaid: 'Not paid',
  people: (genders: readonly Gender[], minimumAge: number, maximumAge: number) => {
    const who = genders.length === 3 ? 'people' : genders.map((gender) => ofGender[gender]).join(' and ');
    return `For ${who} of ${minimumAge} to ${maximumAge}`;
  },
  oneHeading: 'A research study',
  signUpText: 'You need an account to apply. It is free.',
  signUp: 'Sign up to apply',
  logIn: 'I have an account',
  invitedOnly: 'For invited people only',
  invitedOnlyText:
    'Only invited people can read more and apply. If you are invited, open the link in your email, or log in.',
  invitedText: 'You are invited. To read more, sign up or log in.',
  /** The page does not know who is signed in, so this text must fit everyone. */
  invitedOnlyTextSignedIn: 'Only invited people can read more and apply. We check this when you press Apply.',
  invitedTextSignedIn: 'You are invited. Press Apply to read more.',
  gone: 'This study is not open now. It may be closed or full, or the link may be wrong.',
  tooManyReaders: 'Too many people on your network are reading studies. Please try again in a minute.',
  goneApplied: 'See a study you applied to',
} as const;
