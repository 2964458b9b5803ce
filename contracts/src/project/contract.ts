import { PROJECT_BASE } from '../bases.ts';
import type { ServiceContract } from '../endpoint.ts';
import { countStudiesAsAdmin } from './admin-companies.ts';
import { projectAdminOperations } from './admin-operations.ts';
import { readPersonInProjectAsAdmin } from './admin-people.ts';
import { readProjectWorkAsAdmin } from './admin-work.ts';
import * as adminDisputes from './admin-disputes.ts';
import * as adminReports from './admin-reports.ts';
import * as adminStudies from './admin-studies.ts';
import { PRODUCT_NAME } from '../product.ts';
import * as applicants from './applicants.ts';
import {
  agreeToConsent,
  applyToStudy,
  listOwnApplications,
  withdrawConsent,
  withdrawApplication,
} from './applications.ts';
import { saveDraftAnswers } from './draft-answers.ts';
import { browseStudies, listPublicStudies, readPublicStudy, readStudy } from './browsing.ts';
import { exportFunnel, readFunnel, readReachWithoutCriteria } from './funnel.ts';
import {
  listNotifications,
  markAllNotificationsRead,
  markNotification,
  notifyPerson,
  watchNotifications,
} from './notifications.ts';
import { markAttendance } from './attendance.ts';
import * as bookings from './bookings.ts';
import * as calendar from './calendar.ts';
import * as disputes from './disputes.ts';
import { listMeetings } from './meetings.ts';
import * as messages from './messages.ts';
import * as slots from './slots.ts';
import { readEmail } from './emails.ts';
import { erasePerson, findObstacles } from './account-deletion.ts';
import { readOwnData } from './data-export.ts';
import { syncProfile } from './matching-profiles.ts';
import { answerMeeting, readNextMeeting } from './next-meeting.ts';
import { readHasApplied, readSigningKeys } from './people.ts';
import { updateSuspension } from './suspensions.ts';
import * as projects from './projects.ts';
import { readStudyReach } from './reach.ts';
import { reportStudy } from './reports.ts';
import { endStudyMoney, addPaidPlaces, readStudyMoney, readStudyNames } from './payables.ts';
import * as submissions from './submissions.ts';
import * as studies from './study-calls.ts';
import { listDeletedProjects } from './deleted-projects.ts';
import { letIntoStudy, readInvitedStudy } from './invitations.ts';
import { listEarlierStudies } from './earlier-studies.ts';

export const projectContract = {
  name: 'project',
  title: `${PRODUCT_NAME} project service`,
  base: PROJECT_BASE,
  endpoints: {
    createProject: projects.createProject,
    listProjects: projects.listProjects,
    readProject: projects.readProject,
    editProject: projects.editProject,
    deleteProject: projects.deleteProject,
    listDeletedProjects,
    restoreProject: projects.restoreProject,
    listProjectStudies: projects.listProjectStudies,
    listEarlierStudies,
    readInvitedStudy,
    letIntoStudy,
    readStudyReach,
    createStudy: studies.createStudy,
    editStudy: studies.editStudy,
    publishStudy: studies.publishStudy,
    addPlaces: studies.addPlaces,
    changeQuotas: studies.changeQuotas,
    changeListing: studies.changeListing,
    changeConsent: studies.changeConsent,
    changeEthics: studies.changeEthics,
    changeMeeting: studies.changeMeeting,
    pauseStudy: studies.pauseStudy,
    resumeStudy: studies.resumeStudy,
    closeStudy: studies.closeStudy,
    deleteStudy: studies.deleteStudy,
    restoreStudy: studies.restoreStudy,
    browseStudies,
    readStudy,
    listPublicStudies,
    readPublicStudy,
    saveDraftAnswers,
    applyToStudy,
    reportStudy,
    listOwnApplications,
    withdrawApplication,
    agreeToConsent,
    withdrawConsent,
    listApplicants: applicants.listApplicants,
    listUndecidedApplicants: applicants.listUndecidedApplicants,
    countApplicants: applicants.countApplicants,
    listApplicantMeetings: applicants.listApplicantMeetings,
    decideApplicants: applicants.decideApplicants,
    remarkApplicant: applicants.remarkApplicant,
    exportApplicants: applicants.exportApplicants,
    exportApplicantsWorkbook: applicants.exportApplicantsWorkbook,
    readFunnel,
    exportFunnel,
    readReachWithoutCriteria,
    listSlots: slots.listSlots,
    addSlots: slots.addSlots,
    removeSlot: slots.removeSlot,
    changeSlotMeeting: slots.changeSlotMeeting,
    joinWaitingList: slots.joinWaitingList,
    leaveWaitingList: slots.leaveWaitingList,
    bookSlot: bookings.bookSlot,
    listOwnBookings: bookings.listOwnBookings,
    rescheduleBooking: bookings.rescheduleBooking,
    confirmBooking: bookings.confirmBooking,
    cancelBooking: bookings.cancelBooking,
    cancelSlot: bookings.cancelSlot,
    markAttendance,
    startSubmission: submissions.startSubmission,
    listOwnSubmissions: submissions.listOwnSubmissions,
    enterCompletionCode: submissions.enterCompletionCode,
    finishSubmission: submissions.finishSubmission,
    extendSubmission: submissions.extendSubmission,
    appealRejection: submissions.appealRejection,
    readSurvey: submissions.readSurvey,
    correctSurvey: submissions.correctSurvey,
    listSubmissions: submissions.listSubmissions,
    decideSubmissions: submissions.decideSubmissions,
    reportMeeting: disputes.reportMeeting,
    answerReport: disputes.answerReport,
    changeNumber: bookings.changeNumber,
    showNumber: bookings.showNumber,
    recordCall: bookings.recordCall,
    readDispute: disputes.readDispute,
    decideDispute: disputes.decideDispute,
    listMeetings,
    renewCalendarFeed: calendar.renewCalendarFeed,
    readCalendarFeed: calendar.readCalendarFeed,
    downloadMeeting: calendar.downloadMeeting,
    listThreads: messages.listThreads,
    readThread: messages.readThread,
    sendMessage: messages.sendMessage,
    writeToApplicants: messages.writeToApplicants,
    markThread: messages.markThread,
    blockThread: messages.blockThread,
    reportMessage: messages.reportMessage,
    listNotifications,
    watchNotifications,
    markNotification,
    markAllNotificationsRead,
    notifyPerson,
    syncProfile,
    readHasApplied,
    updateSuspension,
    readNextMeeting,
    answerMeeting,
    findObstacles,
    erasePerson,
    readOwnData,
    readEmail,
    readStudyMoney,
    endStudyMoney,
    addPaidPlaces,
    readStudyNames,
    readSigningKeys,
    countStudiesAsAdmin,
    readPersonInProjectAsAdmin,
    ...projectAdminOperations,
    readProjectWorkAsAdmin,
    listDisputesAsAdmin: adminDisputes.listDisputesAsAdmin,
    readDisputeAsAdmin: adminDisputes.readDisputeAsAdmin,
    decideDisputeAsAdmin: adminDisputes.decideDisputeAsAdmin,
    listReportsAsAdmin: adminReports.listReportsAsAdmin,
    readReportAsAdmin: adminReports.readReportAsAdmin,
    decideReportAsAdmin: adminReports.decideReportAsAdmin,
    listStudiesAsAdmin: adminStudies.listStudiesAsAdmin,
    readStudyAsAdmin: adminStudies.readStudyAsAdmin,
    suspendStudyAsAdmin: adminStudies.suspendStudyAsAdmin,
    restoreStudyAsAdmin: adminStudies.restoreStudyAsAdmin,
  },
} as const satisfies ServiceContract;
