/**
 * How people reach the team, and how soon it answers. Whoever runs the product for real people puts their own here:
 * `demo.test` is reserved (RFC 2606) and takes no mail.
 */
export const contact = {
  email: 'team@demo.test',
  answersWithin: 'two working days',
  /** For requests about personal data; Act 843 allows no longer for an objection (section 39). */
  answersRightsWithin: '21 days',
} as const;

/** Where people may complain about us. */
export const dataProtectionCommission = {
  name: 'Data Protection Commission',
  site: 'www.dataprotection.org.gh',
} as const;
