export const SETUP_DRAFTS = {
  demographics: 'setupDemographic',
  employment: 'setupEmployment',
  'technical-details': 'setupTechnicalDetail',
  payment: 'setupPayment',
} as const;

export const STAGE_KEY = 'setupStage';
/** After the set-up, the person returns to this study. */
export const STUDY_KEY = 'setupStudy';
export const SETUP_KEYS: readonly string[] = [...Object.values(SETUP_DRAFTS), STAGE_KEY, STUDY_KEY];

/** Section 3 of the specification defines the keys. */
export const KYC_PARTS = ['organization', 'social', 'stage'] as const;
