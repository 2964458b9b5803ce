import type { identityContract } from '@app/contracts/identity/contract.ts';
import type { Row } from './access-responses.ts';

const done = { own: 'DONE' } as const satisfies Row;
const linked = { own: 'DONE', foreign: 'TOKEN_NOT_VALID', malformed: 'NO_SUCH_CALL' } as const satisfies Row;
const publicStudy = {
  own: 'DONE',
  foreign: 'DONE',
  unknown: 'PERSON_NOT_FOUND',
  malformed: 'PERSON_NOT_FOUND',
} as const satisfies Row;

/** A call without a row here does not compile: a new call must declare its outcomes. */
export const rows = {
  registerPerson: done,
  verifyEmail: done,
  resendVerification: done,
  existsByEmail: done,
  resetPassword: done,
  readResetLink: linked,
  updatePassword: linked,
  logIn: done,
  startGoogleSignIn: done,
  finishGoogleSignIn: done,
  refreshSession: done,
  logOut: done,
  readMe: done,
  readOwnAccount: done,
  changeOwnAccount: done,
  unsubscribeFromEmails: linked,
  inviteToStudy: { own: 'DONE', foreign: 'STUDY_NOT_FOUND' },
  // For another person's list they get an empty one.
  countInvited: { own: 'DONE', foreign: 'DONE', malformed: 'NO_SUCH_CALL' },
  acceptInvitation: done,
  neverInvite: done,
  changeOwnPassword: done,
  agreeToTexts: done,
  sendEmailChangeCode: done,
  askEmailChange: done,
  changeEmail: done,
  askPhoneCode: done,
  provePhone: done,
  removePhone: done,
  askLogInCode: done,
  logInByCode: done,
  listOwnSessions: done,
  endOwnSession: { own: 'DONE', foreign: 'SESSION_NOT_FOUND' },
  endOtherSessions: done,
  downloadOwnData: done,
  sendAccountDeletionCode: done,
  // All later calls need this person, so this is refused before anything is written.
  deleteOwnAccount: { own: 'INVALID_INPUT' },
  submitCompanyInformation: {
    own: 'DONE',
    as: {
      researcher: { own: 'COMPANY_ALREADY_SUBMITTED' },
      otherResearcher: { own: 'COMPANY_ALREADY_SUBMITTED' },
    },
  },
  readCompanyInformation: { own: 'DONE', as: { unverified: { own: 'COMPANY_NOT_FOUND' } } },
  readCompanyVerification: linked,
  decideCompany: linked,
  submitUserInformation: {
    own: 'DONE',
    as: {
      participant: { own: 'PROFILE_ALREADY_SUBMITTED' },
      otherParticipant: { own: 'PROFILE_ALREADY_SUBMITTED' },
    },
  },
  readUserInformation: { own: 'DONE', as: { newcomer: { own: 'PROFILE_NOT_FOUND' } } },
  changeUserInformation: { own: 'DONE', as: { newcomer: { own: 'PROFILE_NOT_FOUND' } } },
  changeMatching: { own: 'DONE', as: { newcomer: { own: 'PROFILE_NOT_FOUND' } } },
  readRoleAndCompany: publicStudy,
  readMatchingProfile: publicStudy,
  readPaymentAccount: publicStudy,
  readNames: { own: 'DONE', foreign: 'DONE', malformed: 'INVALID_INPUT' },
  readEndedSessions: done,
  readReach: done,
  readPush: done,
  savePushSubscription: done,
  endPushSubscription: done,
  sendEmail: { own: 'DONE', foreign: 'DONE', malformed: 'NO_SUCH_CALL' },
  readSigningKeys: done,
} satisfies Record<keyof typeof identityContract.endpoints, Row>;
