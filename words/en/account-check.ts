import type { AccountCheck } from '@app/contracts/payment/payouts.ts';

export const accountCheckWords = {
  title: {
    MATCHES: 'Your network has your number under the name that you gave',
    DIFFERS: 'Your network has your number under another name. Is it yours?',
    NOT_REGISTERED: 'Your network does not know your number as a mobile-money account',
    UNKNOWN: 'Your network has not told us whether your number and your name belong together',
  } satisfies Record<AccountCheck, string>,
  text: {
    MATCHES: 'There is nothing that you need to do.',
    DIFFERS:
      'We pay nothing to it until you answer. Money goes to the number, whoever it belongs to. If it is not yours, change it.',
    NOT_REGISTERED: 'Check the number, or register it with your network, so that we can pay you.',
    UNKNOWN:
      'Money goes to the number, whoever it belongs to. If you are not sure of each digit, type it once more.',
  } satisfies Record<AccountCheck, string>,
  confirmed: 'You told us that this number is yours',
  confirmedText: 'We pay to it, although your network has it under another name.',
  yes: 'Yes, it is mine',
  change: 'Change the MoMo number',
  email:
    'Your network has your mobile-money number under another name. We pay nothing to it until you say under Money that it is yours.',
};
