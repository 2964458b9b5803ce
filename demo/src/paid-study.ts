import { DEMO_PEOPLE, demoId } from './people.ts';

/** The demo's one study that pays: the project service has it, and the payment service its budget. */
export const PAID_STUDY = {
  id: demoId(217),
  researcherId: DEMO_PEOPLE.ama.userId,
  /** In whole GH₵. */
  incentive: 50,
  places: 5,
  /** Her phone, which paid it in (phones.ts). */
  payer: '+233240000001',
} as const;
