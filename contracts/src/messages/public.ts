/** Home, about, contact, the two legal texts and the 404 page. */
export const publicMessages = {
  homeHeading: 'Good research starts with a good conversation.',
  aboutHeading: 'About us',
  contactHeading: 'Contact us',
  privacyHeading: 'Privacy policy',
  termsHeading: 'Terms and conditions',
} as const;
