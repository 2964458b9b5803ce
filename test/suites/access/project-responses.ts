import type { projectContract } from '@app/contracts/project/contract.ts';
import type { Row } from './access-responses.ts';
import { operationRows } from './operation-rows.ts';

const done = { own: 'DONE' } as const satisfies Row;
const ownProject = { own: 'DONE', foreign: 'PROJECT_NOT_FOUND' } as const satisfies Row;
const ownStudy = { own: 'DONE', foreign: 'STUDY_NOT_FOUND' } as const satisfies Row;
const disputeOfAnyone = { own: 'DONE', foreign: 'DISPUTE_NOT_FOUND' } as const satisfies Row;
const reportOfAnyone = { own: 'DONE', foreign: 'REPORT_NOT_FOUND' } as const satisfies Row;
/** Researchers who may not have studies use the samples of others. */
const unverified = {
  unverified: { own: 'STUDY_NOT_FOUND' },
  declined: { own: 'STUDY_NOT_FOUND' },
} as const satisfies Row['as'];

const noStudy = { own: 'STUDY_NOT_FOUND', foreign: 'STUDY_NOT_FOUND' } as const;

/** These people are not accepted for the study of the sample. */
const notAccepted = {
  newcomer: { own: 'STUDY_NOT_FOUND' },
  otherParticipant: { own: 'STUDY_NOT_FOUND' },
} as const satisfies Row['as'];

/** A caller who cannot have a booking uses another person's. */
const ownMeeting = {
  own: 'DONE',
  foreign: 'BOOKING_NOT_FOUND',
  as: {
    newcomer: { own: 'BOOKING_NOT_FOUND' },
    otherParticipant: { own: 'BOOKING_NOT_FOUND' },
    unverified: { own: 'BOOKING_NOT_FOUND' },
    declined: { own: 'BOOKING_NOT_FOUND' },
  },
} as const satisfies Row;

const noSubmission = { own: 'SUBMISSION_NOT_FOUND' } as const;
const ownSubmission = {
  own: 'DONE',
  foreign: 'SUBMISSION_NOT_FOUND',
  as: { newcomer: noSubmission, otherParticipant: noSubmission },
} as const satisfies Row;

/** Only the participant may read it; a newcomer has none. */
const ownApplication = {
  own: 'DONE',
  foreign: 'APPLICATION_NOT_FOUND',
  as: { newcomer: { own: 'APPLICATION_NOT_FOUND' } },
} as const satisfies Row;

/** Only the participant and their researcher may know of the application. */
const noApplication = { own: 'APPLICATION_NOT_FOUND' } as const;
const ownThread = {
  own: 'DONE',
  foreign: 'APPLICATION_NOT_FOUND',
  as: {
    newcomer: noApplication,
    otherParticipant: noApplication,
    unverified: noApplication,
    declined: noApplication,
  },
} as const satisfies Row;

/** A call without a row here does not compile: a new call must declare its outcomes. */
export const rows = {
  createProject: done,
  listProjects: done,
  readProject: ownProject,
  editProject: ownProject,
  deleteProject: ownProject,
  listDeletedProjects: done,
  restoreProject: ownProject,
  listProjectStudies: ownProject,
  listEarlierStudies: done,
  readStudyReach: done,
  createStudy: { ...ownProject, malformed: 'INVALID_INPUT' },
  editStudy: ownStudy,
  publishStudy: ownStudy,
  addPlaces: ownStudy,
  changeQuotas: ownStudy,
  pauseStudy: ownStudy,
  resumeStudy: ownStudy,
  changeListing: { ...ownStudy, as: unverified },
  changeConsent: ownStudy,
  changeEthics: ownStudy,
  closeStudy: { ...ownStudy, as: unverified },
  deleteStudy: ownStudy,
  restoreStudy: ownStudy,
  browseStudies: done,
  readStudy: { ...ownStudy, as: unverified },
  listPublicStudies: done,
  readPublicStudy: ownStudy,
  saveDraftAnswers: ownStudy,
  applyToStudy: { ...ownStudy, as: { newcomer: { own: 'PROFILE_MISSING' } } },
  listOwnApplications: done,
  withdrawApplication: ownApplication,
  agreeToConsent: ownApplication,
  withdrawConsent: ownApplication,
  listApplicants: { ...ownStudy, as: unverified },
  listUndecidedApplicants: done,
  countApplicants: { ...ownStudy, as: unverified },
  listApplicantMeetings: { ...ownStudy, as: unverified },
  // The response names every id that is not an applicant of the study.
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
  exportApplicantsWorkbook: { ...ownStudy, as: unverified },
  readFunnel: { ...ownStudy, as: unverified },
  exportFunnel: { ...ownStudy, as: unverified },
  readReachWithoutCriteria: { ...ownStudy, as: unverified },
  listSlots: { ...ownStudy, as: { ...unverified, ...notAccepted } },
  addSlots: ownStudy,
  removeSlot: { own: 'DONE', foreign: 'SLOT_NOT_FOUND' },
  changeMeeting: ownStudy,
  changeSlotMeeting: { own: 'DONE', foreign: 'SLOT_NOT_FOUND' },
  joinWaitingList: { ...ownStudy, as: notAccepted },
  leaveWaitingList: { ...ownStudy, as: notAccepted },
  bookSlot: { ...ownStudy, as: notAccepted },
  reportStudy: { own: 'DONE', foreign: 'STUDY_NOT_FOUND' },
  listOwnBookings: done,
  rescheduleBooking: ownMeeting,
  confirmBooking: ownMeeting,
  cancelBooking: ownMeeting,
  cancelSlot: {
    own: 'DONE',
    foreign: 'SLOT_NOT_FOUND',
    as: { unverified: { own: 'SLOT_NOT_FOUND' }, declined: { own: 'SLOT_NOT_FOUND' } },
  },
  startSubmission: { ...ownStudy, as: { ...unverified, ...notAccepted } },
  listOwnSubmissions: done,
  enterCompletionCode: {
    own: 'DONE',
    as: {
      newcomer: { own: 'NO_SUBMISSION_STARTED' },
      otherParticipant: { own: 'NO_SUBMISSION_STARTED' },
      unverified: { own: 'COMPLETION_CODE_WRONG' },
      declined: { own: 'COMPLETION_CODE_WRONG' },
      spare: { own: 'COMPLETION_CODE_WRONG' },
    },
  },
  finishSubmission: ownSubmission,
  extendSubmission: ownSubmission,
  appealRejection: ownSubmission,
  readSurvey: { ...ownStudy, as: unverified },
  correctSurvey: ownStudy,
  listSubmissions: { ...ownStudy, as: unverified },
  // The response names every id that is not a submission of the study.
  decideSubmissions: {
    ...ownStudy,
    as: unverified,
    at: { submissionIds: { foreign: 'DONE', malformed: 'INVALID_INPUT' } },
  },
  markAttendance: ownMeeting,
  reportMeeting: ownMeeting,
  answerReport: ownMeeting,
  changeNumber: ownMeeting,
  showNumber: ownMeeting,
  recordCall: ownMeeting,
  readDispute: { own: 'DONE', foreign: 'TOKEN_NOT_VALID', malformed: 'NO_SUCH_CALL' },
  decideDispute: { own: 'DONE', foreign: 'TOKEN_NOT_VALID', malformed: 'NO_SUCH_CALL' },
  listMeetings: done,
  renewCalendarFeed: done,
  readCalendarFeed: done,
  downloadMeeting: ownMeeting,
  listThreads: done,
  readThread: ownThread,
  sendMessage: ownThread,
  // The response names every id that is not an applicant of the study.
  writeToApplicants: {
    ...ownStudy,
    as: { unverified: noStudy, declined: noStudy },
    at: { applicationIds: { foreign: 'DONE', malformed: 'INVALID_INPUT' } },
  },
  markThread: ownThread,
  blockThread: ownThread,
  reportMessage: ownThread,
  listNotifications: done,
  watchNotifications: done,
  markNotification: { own: 'DONE', foreign: 'NOTIFICATION_NOT_FOUND' },
  markAllNotificationsRead: done,
  notifyPerson: { own: 'DONE', foreign: 'DONE', malformed: 'NO_SUCH_CALL' },
  updateSuspension: { own: 'DONE', foreign: 'DONE', malformed: 'NO_SUCH_CALL' },
  readEmail: { own: 'DONE', foreign: 'DONE', malformed: 'NO_SUCH_CALL' },
  readStudyMoney: { own: 'DONE', foreign: 'STUDY_NOT_FOUND', malformed: 'STUDY_NOT_FOUND' },
  addPaidPlaces: { own: 'DONE', foreign: 'STUDY_NOT_FOUND', malformed: 'STUDY_NOT_FOUND' },
  endStudyMoney: { own: 'DONE', foreign: 'STUDY_NOT_FOUND', malformed: 'STUDY_NOT_FOUND' },
  readStudyNames: { own: 'DONE', foreign: 'DONE', malformed: 'INVALID_INPUT' },
  readSigningKeys: done,
  readPersonInProjectAsAdmin: { own: 'DONE', foreign: 'DONE', malformed: 'NO_SUCH_CALL' },
  ...operationRows,
  readProjectWorkAsAdmin: { own: 'DONE' },
  listDisputesAsAdmin: done,
  readDisputeAsAdmin: disputeOfAnyone,
  decideDisputeAsAdmin: disputeOfAnyone,
  listReportsAsAdmin: { own: 'DONE', foreign: 'DONE', malformed: 'INVALID_INPUT' },
  readReportAsAdmin: reportOfAnyone,
  decideReportAsAdmin: reportOfAnyone,
  listStudiesAsAdmin: done,
  readStudyAsAdmin: ownStudy,
  suspendStudyAsAdmin: ownStudy,
  restoreStudyAsAdmin: ownStudy,
  countStudiesAsAdmin: { own: 'DONE', foreign: 'DONE', malformed: 'NO_SUCH_CALL' },
  readNextMeeting: { own: 'DONE', foreign: 'DONE', malformed: 'NO_SUCH_CALL' },
  answerMeeting: { own: 'DONE', foreign: 'BOOKING_NOT_FOUND' },
  findObstacles: { own: 'DONE', foreign: 'DONE', malformed: 'NO_SUCH_CALL' },
  readOwnData: { own: 'DONE', foreign: 'DONE', malformed: 'NO_SUCH_CALL' },
  erasePerson: { own: 'DONE', foreign: 'DONE', malformed: 'NO_SUCH_CALL' },
  syncProfile: { own: 'DONE', foreign: 'DONE', malformed: 'NO_SUCH_CALL' },
  readInvitedStudy: {
    own: 'DONE',
    foreign: 'DONE',
    unknown: 'STUDY_NOT_FOUND',
    malformed: 'STUDY_NOT_FOUND',
    at: { userId: { unknown: 'DONE', malformed: 'INVALID_INPUT' } },
  },
  letIntoStudy: {
    own: 'DONE',
    foreign: 'DONE',
    unknown: 'STUDY_NOT_FOUND',
    malformed: 'STUDY_NOT_FOUND',
    at: {
      userId: { unknown: 'DONE', malformed: 'STUDY_NOT_FOUND' },
      invitationId: { unknown: 'DONE', malformed: 'INVALID_INPUT' },
    },
  },
  readHasApplied: { own: 'DONE', foreign: 'DONE', malformed: 'NO_SUCH_CALL' },
} satisfies Record<keyof typeof projectContract.endpoints, Row>;
