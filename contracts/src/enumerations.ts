/**
 * These values are stored, in display order (section 3 of the specification). words/en/choices.ts has their
 * labels.
 */
export const ROLES = ['RESEARCHER', 'PARTICIPANT'] as const;
export type Role = (typeof ROLES)[number];

/** An admin may have several. */
export const ADMIN_ROLES = ['SUPPORT', 'ADMIN', 'FINANCE'] as const;
export type AdminRole = (typeof ADMIN_ROLES)[number];

export const VERIFICATION_STATUSES = ['PENDING', 'VERIFIED', 'DECLINED'] as const;
export type VerificationStatus = (typeof VERIFICATION_STATUSES)[number];

export const MOBILE_MONEY_PROVIDERS = ['MTN', 'TELECEL', 'AIRTEL_TIGO'] as const;

export const EMPLOYMENT_STATUSES = [
  'UNEMPLOYED',
  'EMPLOYED_FULL_TIME',
  'EMPLOYED_PART_TIME',
  'WORK_AND_SCHOOL',
  'FREELANCER',
  'WORK_PART_TIME',
  'SCHOOL_FULL_TIME',
  'HOMEMAKER',
  'RETIRED',
] as const;

export const BROWSERS = [
  'CHROME',
  'EDGE',
  'FIREFOX',
  'INTERNET_EXPLORER',
  'SAFARI',
  'OPERA_MINI',
  'OTHERS',
] as const;
export const COMPUTER_OSES = ['MACOS', 'WINDOWS', 'LINUX_UNIX', 'OTHERS', 'NO_COMPUTER'] as const;
export const PHONE_OSES = ['ANDROID', 'IOS_IPHONE', 'WINDOWS', 'OTHERS', 'NO_PHONE'] as const;
export const TABLET_OSES = [
  'AMAZON_FIRE',
  'ANDROID',
  'IOS_IPHONE',
  'WINDOWS',
  'OTHERS',
  'NO_TABLET',
] as const;

export const DEVICE_REQUIREMENTS = ['COMPUTER_WITH_WEBCAM', 'MOBILE_PHONE', 'TABLET'] as const;
export type DeviceRequirement = (typeof DEVICE_REQUIREMENTS)[number];

export const GENDERS = ['MALE', 'FEMALE', 'OTHERS'] as const;
export type Gender = (typeof GENDERS)[number];

export const EDUCATION_LEVELS = [
  'BASIC_SCHOOL',
  'HIGH_SECONDARY_SCHOOL',
  'DIPLOMA',
  'TRADE_TECHNICAL_VOCATIONAL_TRAINING',
  'ASSOCIATE_DEGREE',
  'BACHELORS_DEGREE',
  'MASTERS_DEGREE',
  'NOT_APPLICABLE',
] as const;
export type EducationLevel = (typeof EDUCATION_LEVELS)[number];

/** GH₵ per year. The gaps between the ranges are a decision of the product owner. */
export const INCOME_RANGES = [
  'LESS_THAN_10000',
  'BETWEEN_10000_30000',
  'BETWEEN_40000_60000',
  'BETWEEN_70000_100000',
  'MORE_THAN_100000',
] as const;
export type IncomeRange = (typeof INCOME_RANGES)[number];

export const ELIGIBILITIES = ['QUALIFY', 'DISQUALIFY'] as const;

export const DURATIONS_IN_MINUTES = [15, 30, 45, 60] as const;
export type DurationInMinutes = (typeof DURATIONS_IN_MINUTES)[number];

/** The sixteen regions of Ghana since 2019. */
export const REGIONS = [
  'AHAFO',
  'ASHANTI',
  'BONO',
  'BONO_EAST',
  'CENTRAL',
  'EASTERN',
  'GREATER_ACCRA',
  'NORTH_EAST',
  'NORTHERN',
  'OTI',
  'SAVANNAH',
  'UPPER_EAST',
  'UPPER_WEST',
  'VOLTA',
  'WESTERN',
  'WESTERN_NORTH',
] as const;

export type Region = (typeof REGIONS)[number];

export const LANGUAGES = [
  'ENGLISH',
  'TWI',
  'FANTE',
  'EWE',
  'GA',
  'DANGME',
  'DAGBANI',
  'GONJA',
  'HAUSA',
  'NZEMA',
  'DAGAARE',
  'KASEM',
  'OTHERS',
] as const;

export const JOB_ROLES = [
  'ACCOUNTING_FINANCE',
  'ADMINISTRATION',
  'ARTISAN_TRADESPERSON',
  'BANKING',
  'BUSINESS_OWNER',
  'CONSTRUCTION',
  'CONSULTING',
  'CUSTOMER_SERVICE',
  'DATA_ANALYSIS',
  'DESIGN',
  'DRIVING_DELIVERY',
  'EDUCATION_TEACHING',
  'ENGINEERING',
  'FARMING_FISHING',
  'FASHION_BEAUTY',
  'HEALTHCARE',
  'HOSPITALITY_CATERING',
  'HUMAN_RESOURCES',
  'INFORMATION_TECHNOLOGY',
  'LEGAL',
  'MARKETING_COMMUNICATIONS',
  'MEDIA_JOURNALISM',
  'PRODUCT_MANAGEMENT',
  'RESEARCH',
  'SALES_TRADING',
  'SECURITY_SERVICES',
  'SOFTWARE_DEVELOPMENT',
  'STUDENT',
  'OTHER_JOB_ROLES',
] as const;

export const INDUSTRIES = [
  'AGRICULTURE',
  'ARTS_CULTURE',
  'AUTOMOTIVE',
  'BANKING_FINANCE',
  'BEAUTY_PERSONAL_CARE',
  'CONSTRUCTION',
  'CONSULTING',
  'EDUCATION',
  'ENERGY',
  'FASHION_TEXTILES',
  'FISHING',
  'FOOD_BEVERAGE',
  'FORESTRY',
  'GOVERNMENT',
  'HEALTH',
  'HOSPITALITY_TOURISM',
  'INFORMATION_TECHNOLOGY',
  'INSURANCE',
  'LEGAL_SERVICES',
  'MANUFACTURING',
  'MEDIA_ENTERTAINMENT',
  'MINING',
  'NON_PROFIT',
  'REAL_ESTATE',
  'RETAIL_TRADE',
  'SECURITY',
  'TELECOMMUNICATIONS',
  'TRANSPORT_LOGISTICS',
  'OTHERS',
] as const;

/** The first is the default (section 9 of the specification). */
export const COMPANY_STAGES = [
  'Concept Design',
  'Prototype',
  'First customers',
  'Growing',
  'Established',
] as const;
