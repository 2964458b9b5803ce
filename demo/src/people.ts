import type { Role, VerificationStatus } from '@app/contracts/enumerations.ts';

export const DEMO_PASSWORD = 'research-2026';

export interface DemoPerson {
  userId: string;
  email: string;
  firstName: string;
  lastName: string;
  role: Role;
  companyStatus: VerificationStatus | null;
  companyName: string | null;
  hasProfile: boolean;
}

/** The ids never change, because several services store them (D-13). */
const person = (
  number: number,
  role: Role,
  email: string,
  [firstName, lastName]: [string, string],
  rest: Partial<Pick<DemoPerson, 'companyStatus' | 'companyName' | 'hasProfile'>> = {},
): DemoPerson => ({
  userId: demoId(number),
  email,
  firstName,
  lastName,
  role,
  companyStatus: null,
  companyName: null,
  hasProfile: false,
  ...rest,
});

export function demoId(number: number): string {
  return `0de00000-0000-7000-8000-${String(number).padStart(12, '0')}`;
}

export const DEMO_PEOPLE = {
  ama: person(1, 'RESEARCHER', 'ama.researcher@demo.test', ['Ama', 'Owusu'], {
    companyStatus: 'VERIFIED',
    companyName: 'Market Square Research',
  }),
  kojo: person(2, 'RESEARCHER', 'kojo.pending@demo.test', ['Kojo', 'Antwi'], {
    companyStatus: 'PENDING',
    companyName: 'Korle Health',
  }),
  efua: person(3, 'RESEARCHER', 'efua.declined@demo.test', ['Efua', 'Sarpong'], {
    companyStatus: 'DECLINED',
    companyName: 'Sika Labs',
  }),
  yaw: person(4, 'RESEARCHER', 'yaw.new@demo.test', ['Yaw', 'Boateng']),
  abena: person(5, 'PARTICIPANT', 'abena.participant@demo.test', ['Abena', 'Mensah'], { hasProfile: true }),
  kofi: person(6, 'PARTICIPANT', 'kofi.new@demo.test', ['Kofi', 'Asante']),
} as const;

export const MADE_UP_PARTICIPANTS = 300;

export const LISTED_STUDY = {
  researcherId: DEMO_PEOPLE.ama.userId,
  id: demoId(203),
  addresses: ['efua.listener@demo.test', 'nii.listener@demo.test', 'adwoa.listener@demo.test'],
} as const;

const ofAma = {
  researcherId: DEMO_PEOPLE.ama.userId,
  payer: '+233240000001',
};

/** Its meetings are in the past, so that visitors see payouts arrive. */
export const PAID_STUDY = {
  ...ofAma,
  id: demoId(217),
  /** The unit is whole GH₵. */
  incentive: 50,
  places: 5,
} as const;

export const PAID_OPEN_STUDIES = {
  fees: { ...ofAma, id: demoId(212), incentive: 40, places: 15 },
  wallet: { ...ofAma, id: demoId(213), incentive: 60, places: 8 },
  scams: { ...ofAma, id: demoId(214), incentive: 15, places: 40 },
} as const;

/** The survey of this study is the page `/dev/survey`. */
export const ONLINE_STUDY = { ...ofAma, id: demoId(220), incentive: 6, places: 20 } as const;

export const PAID_STUDIES = [PAID_STUDY, ...Object.values(PAID_OPEN_STUDIES), ONLINE_STUDY];
