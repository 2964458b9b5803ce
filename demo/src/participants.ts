import type {
  BROWSERS,
  COMPUTER_OSES,
  DeviceRequirement,
  EMPLOYMENT_STATUSES,
  EducationLevel,
  Gender,
  INDUSTRIES,
  IncomeRange,
  JOB_ROLES,
  LANGUAGES,
  MOBILE_MONEY_PROVIDERS,
  PHONE_OSES,
  REGIONS,
  TABLET_OSES,
} from '@app/contracts/enumerations.ts';
import { DEMO_PEOPLE, MADE_UP_PARTICIPANTS, demoId } from './people.ts';
import { type Random, seeded } from './seeded-random.ts';

/** The identity service and the project service make the same fictional people from one seed. */
export interface DemoParticipant {
  userId: string;
  email: string;
  firstName: string;
  lastName: string;
  dateOfBirth: string;
  gender: Gender;
  education: EducationLevel;
  annualHouseholdIncome: IncomeRange;
  region: (typeof REGIONS)[number];
  city: string;
  languages: (typeof LANGUAGES)[number][];
  employmentStatus: (typeof EMPLOYMENT_STATUSES)[number];
  jobRole: (typeof JOB_ROLES)[number];
  industry: (typeof INDUSTRIES)[number];
  browsers: (typeof BROWSERS)[number][];
  computerOs: (typeof COMPUTER_OSES)[number];
  phoneOs: (typeof PHONE_OSES)[number];
  tabletOs: (typeof TABLET_OSES)[number];
  hasWebcam: boolean;
  hasInternet: boolean;
  devices: DeviceRequirement[];
  provider: (typeof MOBILE_MONEY_PROVIDERS)[number];
  phoneNumber: string;
}

export const ABENA: DemoParticipant = withDevices({
  ...personName(DEMO_PEOPLE.abena),
  dateOfBirth: '1996-04-18',
  gender: 'FEMALE',
  education: 'BACHELORS_DEGREE',
  annualHouseholdIncome: 'BETWEEN_40000_60000',
  region: 'GREATER_ACCRA',
  city: 'Accra',
  languages: ['ENGLISH', 'TWI', 'GA'],
  employmentStatus: 'EMPLOYED_FULL_TIME',
  jobRole: 'MARKETING_COMMUNICATIONS',
  industry: 'RETAIL_TRADE',
  browsers: ['CHROME', 'OPERA_MINI'],
  computerOs: 'WINDOWS',
  phoneOs: 'ANDROID',
  tabletOs: 'NO_TABLET',
  hasWebcam: true,
  hasInternet: true,
  provider: 'MTN',
  phoneNumber: '+233240000999',
});

export function madeUpParticipants(): DemoParticipant[] {
  const random = seeded(19570306);
  return Array.from({ length: MADE_UP_PARTICIPANTS }, (_, index) => makeUp(index, random));
}

const spokenIn: Record<DemoParticipant['region'], DemoParticipant['languages']> = {
  AHAFO: ['TWI'],
  ASHANTI: ['TWI'],
  BONO: ['TWI'],
  BONO_EAST: ['TWI'],
  CENTRAL: ['FANTE', 'TWI'],
  EASTERN: ['TWI', 'DANGME'],
  GREATER_ACCRA: ['GA', 'TWI'],
  NORTH_EAST: ['HAUSA'],
  NORTHERN: ['DAGBANI', 'HAUSA'],
  OTI: ['EWE', 'TWI'],
  SAVANNAH: ['GONJA'],
  UPPER_EAST: ['KASEM', 'HAUSA'],
  UPPER_WEST: ['DAGAARE'],
  VOLTA: ['EWE'],
  WESTERN: ['FANTE', 'NZEMA'],
  WESTERN_NORTH: ['TWI'],
};

function makeUp(index: number, random: Random): DemoParticipant {
  const gender = weighted(random, { FEMALE: 51, MALE: 47, OTHERS: 2 });
  const isMale = gender === 'MALE' || (gender === 'OTHERS' && random() < 0.5);
  const firstName = pick(random, isMale ? maleNames : femaleNames);
  const lastName = pick(random, familyNames);
  const age = 18 + Math.floor(random() ** 1.7 * 48);
  const employmentStatus = pick(random, employmentAt(age));
  const [region, cities] = pick(random, places);
  const computerOs = weighted(random, { WINDOWS: 46, MACOS: 8, LINUX_UNIX: 3, OTHERS: 1, NO_COMPUTER: 42 });
  const isStudent = employmentStatus === 'SCHOOL_FULL_TIME' || employmentStatus === 'WORK_AND_SCHOOL';
  return withDevices({
    userId: demoId(1000 + index),
    email: `${firstName}.${lastName}.${1000 + index}@made-up.test`.toLowerCase(),
    firstName,
    lastName,
    dateOfBirth: birthDate(random, 2025 - age),
    gender,
    education: pick(random, educationAt(age)),
    annualHouseholdIncome: weighted(random, {
      LESS_THAN_10000: 27,
      BETWEEN_10000_30000: 34,
      BETWEEN_40000_60000: 22,
      BETWEEN_70000_100000: 11,
      MORE_THAN_100000: 6,
    }),
    region,
    city: pick(random, cities),
    languages: ['ENGLISH', ...spokenIn[region]],
    employmentStatus,
    jobRole: isStudent ? 'STUDENT' : pick(random, jobRoles),
    industry: isStudent ? 'EDUCATION' : pick(random, industries),
    browsers: random() < 0.6 ? ['CHROME'] : ['OPERA_MINI', 'CHROME'],
    computerOs,
    phoneOs: weighted(random, { ANDROID: 82, IOS_IPHONE: 14, NO_PHONE: 4 }),
    tabletOs: weighted(random, { ANDROID: 9, IOS_IPHONE: 5, AMAZON_FIRE: 2, NO_TABLET: 84 }),
    hasWebcam: computerOs !== 'NO_COMPUTER' && random() < 0.75,
    hasInternet: random() < 0.93,
    provider: weighted(random, { MTN: 70, TELECEL: 20, AIRTEL_TIGO: 10 }),
    phoneNumber: `+233240${String(1000 + index).padStart(6, '0')}`,
  });
}

function personName({ userId, email, firstName, lastName }: (typeof DEMO_PEOPLE)['abena']) {
  return { userId, email, firstName, lastName };
}

function withDevices(person: Omit<DemoParticipant, 'devices'>): DemoParticipant {
  const devices: DeviceRequirement[] = [];
  if (person.computerOs !== 'NO_COMPUTER' && person.hasWebcam) devices.push('COMPUTER_WITH_WEBCAM');
  if (person.phoneOs !== 'NO_PHONE') devices.push('MOBILE_PHONE');
  if (person.tabletOs !== 'NO_TABLET') devices.push('TABLET');
  return { ...person, devices };
}

function pick<T>(random: Random, choices: readonly [T, ...T[]]): T {
  return choices[Math.floor(random() * choices.length)] ?? choices[0];
}

function weighted<K extends string>(random: Random, weights: Record<K, number>): K {
  const entries = Object.entries<number>(weights) as [K, number][];
  let remaining = random() * entries.reduce((sum, [, weight]) => sum + weight, 0);
  const found = entries.find(([, weight]) => (remaining -= weight) < 0) ?? entries[0];
  if (!found) throw new Error('There is nothing to choose from');
  return found[0];
}

function birthDate(random: Random, year: number): string {
  const day = Math.floor(random() * 365);
  return new Date(Date.UTC(year, 0, 1 + day)).toISOString().slice(0, 10);
}

function educationAt(age: number): readonly [EducationLevel, ...EducationLevel[]] {
  if (age < 22) return ['HIGH_SECONDARY_SCHOOL', 'HIGH_SECONDARY_SCHOOL', 'DIPLOMA', 'BASIC_SCHOOL'];
  if (age > 50)
    return ['BASIC_SCHOOL', 'HIGH_SECONDARY_SCHOOL', 'DIPLOMA', 'BACHELORS_DEGREE', 'NOT_APPLICABLE'];
  return [
    'BACHELORS_DEGREE',
    'BACHELORS_DEGREE',
    'BACHELORS_DEGREE',
    'HIGH_SECONDARY_SCHOOL',
    'HIGH_SECONDARY_SCHOOL',
    'DIPLOMA',
    'TRADE_TECHNICAL_VOCATIONAL_TRAINING',
    'ASSOCIATE_DEGREE',
    'MASTERS_DEGREE',
    'BASIC_SCHOOL',
  ];
}

type EmploymentStatus = DemoParticipant['employmentStatus'];

function employmentAt(age: number): readonly [EmploymentStatus, ...EmploymentStatus[]] {
  if (age < 24)
    return ['SCHOOL_FULL_TIME', 'SCHOOL_FULL_TIME', 'WORK_AND_SCHOOL', 'UNEMPLOYED', 'FREELANCER'];
  if (age > 59) return ['RETIRED', 'RETIRED', 'EMPLOYED_PART_TIME', 'HOMEMAKER'];
  return [
    'EMPLOYED_FULL_TIME',
    'EMPLOYED_FULL_TIME',
    'EMPLOYED_FULL_TIME',
    'FREELANCER',
    'FREELANCER',
    'EMPLOYED_PART_TIME',
    'WORK_PART_TIME',
    'HOMEMAKER',
    'UNEMPLOYED',
  ];
}

// prettier-ignore
const femaleNames = [
  'Abena', 'Adjoa', 'Adwoa', 'Afia', 'Afua', 'Akosua', 'Akua', 'Ama', 'Araba', 'Ayisha', 'Dede', 'Dzifa', 'Edem',
  'Efua', 'Ekua', 'Enyonam', 'Esi', 'Esinam', 'Fatimatu', 'Fuseina', 'Korkor', 'Maame', 'Mawusi', 'Memunatu',
  'Naa', 'Nana', 'Rahinatu', 'Salamatu', 'Selasi', 'Serwaa', 'Yaa', 'Zeinab',
] as const;

// prettier-ignore
const maleNames = [
  'Abdulai', 'Agyei', 'Alhassan', 'Baba', 'Ebo', 'Edem', 'Elikem', 'Fiifi', 'Iddrisu', 'Kafui', 'Kobina', 'Kofi',
  'Kojo', 'Kwabena', 'Kwadwo', 'Kwaku', 'Kwame', 'Kwasi', 'Kwesi', 'Mahama', 'Mawuli', 'Nii', 'Nuhu', 'Paa',
  'Selorm', 'Senyo', 'Sulemana', 'Tetteh', 'Yakubu', 'Yaw', 'Yussif',
] as const;

// prettier-ignore
const familyNames = [
  'Abubakari', 'Acheampong', 'Adjei', 'Adomako', 'Agbeko', 'Agyeman', 'Amoah', 'Ampofo', 'Ankrah', 'Ansah', 'Antwi',
  'Appiah', 'Arthur', 'Asamoah', 'Asante', 'Attah', 'Awuni', 'Baidoo', 'Boakye', 'Boateng', 'Bonsu', 'Dery',
  'Dogbe', 'Fuseini', 'Gyamfi', 'Issah', 'Kuuire', 'Kwarteng', 'Lamptey', 'Mensah', 'Mohammed', 'Nartey', 'Nkansah',
  'Nyarko', 'Ofori', 'Opoku', 'Osei', 'Owusu', 'Quansah', 'Quaye', 'Sackey', 'Salifu', 'Sarpong', 'Seidu', 'Tagoe',
  'Tawiah', 'Tetteh', 'Yeboah', 'Zakaria',
] as const;

const accra = ['Accra', 'Tema', 'Madina', 'Teshie', 'Adenta', 'Ashaiman', 'Dome'] as const;
const ashantiTowns = ['Kumasi', 'Obuasi', 'Ejisu', 'Mampong', 'Konongo'] as const;

/** A place that is listed more often is more likely: two in five people live in the first two regions. */
const places = [
  ['GREATER_ACCRA', accra],
  ['GREATER_ACCRA', accra],
  ['GREATER_ACCRA', accra],
  ['GREATER_ACCRA', accra],
  ['ASHANTI', ashantiTowns],
  ['ASHANTI', ashantiTowns],
  ['ASHANTI', ashantiTowns],
  ['CENTRAL', ['Cape Coast', 'Winneba', 'Kasoa', 'Elmina']],
  ['CENTRAL', ['Cape Coast', 'Winneba', 'Kasoa', 'Elmina']],
  ['EASTERN', ['Koforidua', 'Nkawkaw', 'Nsawam', 'Aburi']],
  ['EASTERN', ['Koforidua', 'Nkawkaw', 'Nsawam', 'Aburi']],
  ['NORTHERN', ['Tamale', 'Yendi', 'Savelugu']],
  ['VOLTA', ['Ho', 'Keta', 'Hohoe', 'Aflao']],
  ['WESTERN', ['Takoradi', 'Sekondi', 'Tarkwa', 'Axim']],
  ['WESTERN_NORTH', ['Sefwi Wiawso', 'Bibiani']],
  ['BONO', ['Sunyani', 'Berekum']],
  ['BONO_EAST', ['Techiman', 'Kintampo']],
  ['AHAFO', ['Goaso', 'Bechem']],
  ['OTI', ['Dambai', 'Jasikan']],
  ['SAVANNAH', ['Damongo', 'Bole']],
  ['NORTH_EAST', ['Nalerigu', 'Walewale']],
  ['UPPER_EAST', ['Bolgatanga', 'Navrongo', 'Bawku']],
  ['UPPER_WEST', ['Wa', 'Lawra']],
] as const;

const jobRoles = [
  'SALES_TRADING',
  'SALES_TRADING',
  'FARMING_FISHING',
  'EDUCATION_TEACHING',
  'HEALTHCARE',
  'FASHION_BEAUTY',
  'DRIVING_DELIVERY',
  'BANKING',
  'ADMINISTRATION',
  'ARTISAN_TRADESPERSON',
  'SOFTWARE_DEVELOPMENT',
  'HOSPITALITY_CATERING',
  'OTHER_JOB_ROLES',
] as const;

const industries = [
  'RETAIL_TRADE',
  'AGRICULTURE',
  'EDUCATION',
  'HEALTH',
  'FASHION_TEXTILES',
  'TRANSPORT_LOGISTICS',
  'BANKING_FINANCE',
  'GOVERNMENT',
  'TELECOMMUNICATIONS',
  'FOOD_BEVERAGE',
  'CONSTRUCTION',
  'INFORMATION_TECHNOLOGY',
] as const;
