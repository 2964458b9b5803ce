/**
 * How people reach the team. Whoever runs the product for real people puts their own address here: `demo.test` is
 * reserved (RFC 2606) and takes no mail.
 */
export const contact = {
  email: 'team@demo.test',
} as const;
