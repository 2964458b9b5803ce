import type { ErrorCode } from '@app/contracts/errors.ts';
import type { identityContract } from '@app/contracts/identity/contract.ts';
import type { projectContract } from '@app/contracts/project/contract.ts';
import type { PersonName } from '../samples/world.ts';

/** `DONE` is the success that the endpoint declares. */
export type Outcome = ErrorCode | 'DONE';

/**
 * What a call answers to those whom its `access` and `own` let through: with an id of their own, with one of somebody
 * else's, with one of nothing, and with text that is no id. The last two are as the one before where nothing is said.
 */
interface Outcomes {
  own: Outcome;
  foreign?: Outcome;
  unknown?: Outcome;
  malformed?: Outcome;
}
export interface Row extends Outcomes {
  as?: Partial<Record<PersonName, Partial<Outcomes>>>;
  /** What an id in this place answers, where it is not as in the others. */
  at?: Record<string, Partial<Outcomes>>;
}

const done = { own: 'DONE' } as const satisfies Row;
const linked = { own: 'DONE', foreign: 'TOKEN_NOT_VALID', malformed: 'NO_SUCH_CALL' } as const satisfies Row;
const ofAnybody = {
  own: 'DONE',
  foreign: 'DONE',
  unknown: 'PERSON_NOT_FOUND',
  malformed: 'PERSON_NOT_FOUND',
} as const satisfies Row;
const ownProject = { own: 'DONE', foreign: 'PROJECT_NOT_FOUND' } as const satisfies Row;
const ownStudy = { own: 'DONE', foreign: 'STUDY_NOT_FOUND' } as const satisfies Row;
/** Researchers who may have no studies read the samples of others. */
const unverified = {
  unverified: { own: 'STUDY_NOT_FOUND' },
  declined: { own: 'STUDY_NOT_FOUND' },
} as const satisfies Row['as'];

/** A call that has no row here does not compile: whoever adds one says what it answers. */
export const answers = {
  identity: {
    registerPerson: done,
    verifyEmail: done,
    resendVerification: done,
    existsByEmail: done,
    resetPassword: done,
    updatePassword: linked,
    logIn: done,
    startGoogleSignIn: done,
    finishGoogleSignIn: done,
    refreshSession: done,
    logOut: done,
    readMe: done,
    readOwnAccount: done,
    changeOwnAccount: done,
    changeOwnPassword: done,
    listOwnSessions: done,
    endOwnSession: { own: 'DONE', foreign: 'SESSION_NOT_FOUND' },
    endOtherSessions: done,
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
    readStanding: ofAnybody,
    readMatchingProfile: ofAnybody,
    readNames: { own: 'DONE', foreign: 'DONE', malformed: 'INVALID_INPUT' },
    readEndedSessions: done,
    readReach: done,
    readSigningKeys: done,
  } satisfies Record<keyof typeof identityContract.endpoints, Row>,
  project: {
    createProject: done,
    listProjects: done,
    readProject: ownProject,
    editProject: ownProject,
    deleteProject: ownProject,
    listProjectStudies: ownProject,
    readStudyReach: done,
    createStudy: { ...ownProject, malformed: 'INVALID_INPUT' },
    editStudy: ownStudy,
    publishStudy: ownStudy,
    pauseStudy: ownStudy,
    resumeStudy: ownStudy,
    closeStudy: ownStudy,
    deleteStudy: ownStudy,
    restoreStudy: ownStudy,
    browseStudies: done,
    readStudy: { ...ownStudy, as: unverified },
    keepAnswers: ownStudy,
    applyToStudy: { ...ownStudy, as: { newcomer: { own: 'PROFILE_MISSING' } } },
    listOwnApplications: done,
    withdrawApplication: {
      own: 'DONE',
      foreign: 'APPLICATION_NOT_FOUND',
      as: { newcomer: { own: 'APPLICATION_NOT_FOUND' } },
    },
    listApplicants: { ...ownStudy, as: unverified },
    countApplicants: { ...ownStudy, as: unverified },
    // Of many, each that is not an applicant of the study is named in the answer.
    decideApplicants: {
      ...ownStudy,
      at: { applicationIds: { foreign: 'DONE', malformed: 'INVALID_INPUT' } },
    },
    remarkApplicant: {
      own: 'DONE',
      foreign: 'APPLICATION_NOT_FOUND',
      as: { unverified: { own: 'APPLICATION_NOT_FOUND' }, declined: { own: 'APPLICATION_NOT_FOUND' } },
    },
    exportApplicants: { ...ownStudy, as: unverified },
    listNotifications: done,
    watchNotifications: done,
    markNotification: { own: 'DONE', foreign: 'NOTIFICATION_NOT_FOUND' },
    markAllNotificationsRead: done,
    tellPerson: { own: 'DONE', foreign: 'DONE', malformed: 'NO_SUCH_CALL' },
    followProfile: { own: 'DONE', foreign: 'DONE', malformed: 'NO_SUCH_CALL' },
  } satisfies Record<keyof typeof projectContract.endpoints, Row>,
};
