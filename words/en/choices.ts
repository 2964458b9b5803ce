/** Words for the stored values of section 3, as people read them. */
export const choiceWords = {
  gender: { MALE: 'Male', FEMALE: 'Female', OTHERS: 'Others' },
  education: {
    BASIC_SCHOOL: 'Basic school',
    HIGH_SECONDARY_SCHOOL: 'High / secondary school',
    DIPLOMA: 'Diploma',
    TRADE_TECHNICAL_VOCATIONAL_TRAINING: 'Trade, technical or vocational training',
    ASSOCIATE_DEGREE: 'Associate degree',
    BACHELORS_DEGREE: "Bachelor's degree",
    MASTERS_DEGREE: "Master's degree",
    NOT_APPLICABLE: 'Not applicable',
  },
  annualHouseholdIncome: {
    LESS_THAN_10000: 'Less than GH₵ 10,000',
    BETWEEN_10000_30000: 'GH₵ 10,000 to 30,000',
    BETWEEN_40000_60000: 'GH₵ 40,000 to 60,000',
    BETWEEN_70000_100000: 'GH₵ 70,000 to 100,000',
    MORE_THAN_100000: 'More than GH₵ 100,000',
  },
  deviceRequirements: {
    COMPUTER_WITH_WEBCAM: 'Computer with webcam',
    MOBILE_PHONE: 'Mobile phone',
    TABLET: 'Tablet',
  },
  durationInMinutes: { 15: '15 mins', 30: '30 mins', 45: '45 mins', 60: '1 Hour' },
  eligibility: { QUALIFY: 'Qualify', DISQUALIFY: 'Disqualify' },
  applicationStatus: {
    PENDING: 'Pending',
    ACCEPTED: 'Accepted',
    DECLINED: 'Declined',
    WITHDRAWN: 'Withdrawn',
  },
  declineReason: {
    NOT_A_MATCH: 'Not what this study is looking for',
    PLACES_TAKEN: 'All places are taken',
    DATES_DO_NOT_FIT: 'The dates do not fit',
    ANSWERS_UNCLEAR: 'The answers were not clear enough',
    OTHER: 'Another reason',
    STUDY_ENDED: 'The study ended',
  },
  screening: { QUALIFIED: 'Qualified', DISQUALIFIED: 'Not qualified' },
  studyState: { DRAFT: 'Draft', PUBLISHED: 'Published', PAUSED: 'Paused', CLOSED: 'Closed' },
} as const;
