import { cedis } from '@app/words/cedis.ts';
import { PRODUCT_NAME } from '@app/contracts/product.ts';
import type { Gender } from '@app/contracts/enumerations.ts';

const ofGender = { MALE: 'men', FEMALE: 'women', OTHERS: 'other genders' } satisfies Record<Gender, string>;

/** The public page of open studies. */
export const openStudiesWords = {
  heading: 'Open studies',
  lead: 'Choose one that fits you. You sign up to apply, and it costs nothing.',
  description: 'Research studies in Ghana that look for people, with pay and length.',
  apply: 'Apply',
  applyTo: (publicName: string) => ` to ${publicName}`,
  all: 'See all open studies',
  none: 'No study can be shown here right now. Please come back later.',
  paid: (incentive: number) => `${cedis(incentive * 100)} by mobile money`,
  notPaid: 'Not paid',
  people: (genders: readonly Gender[], minimumAge: number, maximumAge: number) => {
    const who = genders.length === 3 ? 'people' : genders.map((gender) => ofGender[gender]).join(' and ');
    return `For ${who} of ${minimumAge} to ${maximumAge}`;
  },
  /** As a link to one study looks where it is shared. */
  preview: (publicName: string) => `${publicName} · ${PRODUCT_NAME}`,
} as const;
