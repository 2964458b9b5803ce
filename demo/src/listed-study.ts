import { DEMO_PEOPLE, demoId } from './people.ts';

/** A study that is for people of a list alone, and who is on it: nobody of them has an account yet. */
export const LISTED_STUDY = {
  researcherId: DEMO_PEOPLE.ama.userId,
  id: demoId(203),
  addresses: ['efua.listener@demo.test', 'nii.listener@demo.test', 'adwoa.listener@demo.test'],
} as const;
