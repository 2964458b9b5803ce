import type { AccountCheck } from '@app/contracts/payment/account-check.ts';

export const accountCheckWords = {
  title: {
    MATCHES: 'Your number is registered in your name',
    DIFFERS: 'Your network has another name for this number. Is it your own or your family’s?',
    NOT_REGISTERED: 'Your number is not registered for mobile money',
    UNKNOWN: 'Your network could not check your number and name',
  } satisfies Record<AccountCheck, string>,
  text: {
    MATCHES: 'You do not need to do anything.',
    DIFFERS: 'We pay nothing to this number until you answer. If it is wrong, change it.',
    NOT_REGISTERED: 'Check the number, or register it with your network. Then we can pay you.',
    UNKNOWN: 'We pay to this number. Please check each digit, and change the number if it is wrong.',
  } satisfies Record<AccountCheck, string>,
  confirmed: 'You confirmed this number',
  confirmedText: 'We pay to this number, although your network has another name for it.',
  yes: 'Yes, pay this number',
  change: 'Change the MoMo number',
  email:
    'Your network has another name for your MoMo number. We pay nothing to it until you confirm it in My Accounts, under Money.',
};
