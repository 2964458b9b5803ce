/** Operators put their own contacts here. `demo.test` is reserved (RFC 2606) and receives no mail. */
export const contact = {
  email: 'team@demo.test',
  answersWithin: 'two working days',
  /** The law allows at most this time to answer an objection (Act 843, section 39). */
  answersRightsWithin: '21 days',
} as const;

export const dataProtectionCommission = {
  name: 'Data Protection Commission',
  site: 'www.dataprotection.org.gh',
} as const;
