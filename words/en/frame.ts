import { PRODUCT_NAME } from '@app/contracts/product.ts';

export const frameWords = {
  home: `${PRODUCT_NAME}, home page`,
  mainMenu: 'Main menu',
  footerMenu: 'More pages',
  logIn: 'Log in',
  goOn: 'Continue',
  about: 'About us',
  contact: 'Contact us',
  privacy: 'Privacy policy',
  terms: 'Terms and conditions',
  recruit: 'Recruit participants',
  takePart: 'Take part in studies',
  act: 'We handle personal data under Ghana’s Data Protection Act, 2012 (Act 843).',
} as const;
