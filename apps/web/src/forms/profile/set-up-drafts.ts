/** Where each stage of the set-up lies in the browser while it is filled in. */
export const SETUP_DRAFTS = {
  demographics: 'setupDemographic',
  employment: 'setupEmployment',
  'technical-details': 'setupTechnicalDetail',
  payment: 'setupPayment',
} as const;

/** The stage that was left. */
export const STAGE_KEY = 'setupStage';
/** The study that the person wanted to apply to, to go back to after the set-up. */
export const STUDY_KEY = 'setupStudy';
export const SETUP_KEYS: readonly string[] = [...Object.values(SETUP_DRAFTS), STAGE_KEY, STUDY_KEY];

/** The three saved parts of a company (section 3), under these keys in the browser until they are sent. */
export const KYC_PARTS = ['organization', 'social', 'stage'] as const;
