/** Words of the demo's own pages. */
export const demoWords = {
  title: 'Demo people',
  intro: (password: string) =>
    `Look around as any of these. Each can also log in with the password ${password}.`,
  people: {
    ama: 'Researcher, verified: has projects, studies and applicants',
    kojo: 'Researcher, waits for verification: the admin’s letter is in the mailbox',
    efua: 'Researcher, declined: may correct the company information and try again',
    yaw: 'Researcher, new: has sent no company information yet',
    abena: 'Participant, set up: finds studies that fit her',
    kofi: 'Participant, new: has not set up his account yet',
  },
  signInAs: (firstName: string) => `Be ${firstName}`,
  letters: 'Letters',
  parts: 'Parts of the screens',
  noLetters: 'No letter has been sent yet.',
  asHtml: 'as a mail program shows it',
  to: (address: string) => `To ${address}`,
  home: 'Home page',
  phones: {
    title: 'Phones',
    intro:
      'No money moves here. The networks are simulated: approve what a phone is asked for, and see what reaches it.',
    networks: { MTN: 'MTN', TELECEL: 'Telecel', AIRTEL_TIGO: 'AirtelTigo' },
    balance: (cedis: string) => `GH₵ ${cedis}`,
    asked: (cedis: string) => `Pay GH₵ ${cedis}?`,
    states: {
      PENDING: 'waits',
      APPROVED: 'approved',
      DECLINED: 'declined',
      EXPIRED: 'not answered in time',
      FAILED: 'balance too small',
    },
    approve: 'Approve',
    decline: 'Decline',
    again: 'Look again',
    scripts: 'For scripts',
  },
  google: {
    title: 'Choose a Google account',
    intro: 'This page stands in for Google. Nobody is asked for a password here.',
    people: {
      adwoa: 'Has no account yet',
      kwesi: 'Has no account yet',
      abena: 'Has an account with a password: Google is added to it',
      esi: 'Has not verified this address: cannot sign in',
      kojo: 'Has an account with a password, and a mailbox that Google does not run: cannot sign in',
    },
    cancel: 'Cancel',
    failed: 'This sign-in cannot go on',
    failedText: 'Close this window and begin again.',
  },
} as const;
