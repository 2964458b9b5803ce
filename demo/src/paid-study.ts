import { DEMO_PEOPLE, demoId } from './people.ts';

const ofAma = {
  researcherId: DEMO_PEOPLE.ama.userId,
  /** Her phone, which paid it in (phones.ts). */
  payer: '+233240000001',
};

/** The one whose meetings are held: its money can be seen to arrive. */
export const PAID_STUDY = {
  ...ofAma,
  id: demoId(217),
  /** In whole GH₵. */
  incentive: 50,
  places: 5,
} as const;

/** Open ones, so that who looks for a study sees what is paid. */
export const PAID_OPEN_STUDIES = {
  fees: { ...ofAma, id: demoId(212), incentive: 40, places: 15 },
  wallet: { ...ofAma, id: demoId(213), incentive: 60, places: 8 },
  scams: { ...ofAma, id: demoId(214), incentive: 15, places: 40 },
} as const;

/** The project service has them, and the payment service their budgets. */
export const PAID_STUDIES = [PAID_STUDY, ...Object.values(PAID_OPEN_STUDIES)];
