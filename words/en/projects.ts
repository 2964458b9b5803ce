import { contact } from '@app/words/contact.ts';

/** Texts of sections 2, 4, 5 and 7 of the specification stay letter for letter (D-01). */
export const projectWords = {
  listHeading: 'My Projects',
  listLabel: 'Your projects',
  newProject: 'New project',
  studyCount: (count: number) => {
    if (count === 0) return 'No studies yet';
    return count === 1 ? '1 study' : `${count} studies`;
  },
  openCount: (count: number) => `${count} open`,
  waitingCount: (count: number) => (count === 1 ? '1 applicant waiting' : `${count} applicants waiting`),
  todayHeading: 'Today',
  allMeetings: 'All meetings',
  moreToday: (count: number) => `${count} more today`,
  noneToday: 'No meeting today.',
  moneyHeading: 'Money for participants',
  moneyKept: 'Reserved for participants',
  moneyLeft: 'Available in your budgets',
  todayFailed: 'This could not be loaded. Load the page again.',
  waitingHeading: (count: number) => (count === 0 ? 'Waiting for you' : `Waiting for you (${count})`),
  nobodyWaits: 'No applicants are waiting.',
  nameless: 'Account deleted',
  showWaiting: (count: number) => `Show ${count} more`,
  moreWait: (count: number) =>
    count === 1 ? '1 more is waiting in your studies.' : `${count} more are waiting in your studies.`,
  noDescription: 'No description',
  searchLabel: 'Search your projects by name',
  searchHint: 'Search by name',
  found: (count: number) => {
    if (count === 0) return 'No project found';
    return count === 1 ? '1 project found' : `${count} projects found`;
  },
  notFoundTitle: (name: string) => `No project of yours is called “${name}”`,
  notFoundText: 'We look for words that start with what you typed. Try another word, or a shorter one.',
  showAll: 'Show all projects',
  emptyTitle: 'Your first project starts here',
  emptyText: 'A project holds the studies about one question. Name it, then describe who you need.',
  backToList: 'My Projects',
  goToList: 'Go to My Projects',
  goneTitle: 'This project is not here',
  goneText:
    'It was deleted, or it belongs to another account. You can restore a project for 30 days after you delete it. You find your projects in My Projects.',
  bringBack: 'Restore',
  projectRestored: 'Project restored',

  createHeading: 'What would you like to name your first project?',
  createNameHint: 'Only you see it. You can change it later.',
  nameLabel: 'Project name',
  descriptionHeading: 'What is it about?',
  descriptionLabel: 'Description',
  descriptionHint: 'Only for you, to tell your projects apart.',
  namedStep: 'Name',
  describedStep: 'Description',
  continue: 'Continue',
  backToName: 'Change the name',
  createAction: 'Create Project',
  created: 'Project Created Successfully',
  mayNotTitle: 'Not verified yet',
  mayNotNew:
    'Have a look around. Send us your company information. Once your company is verified, you can create projects.',
  mayNotPending:
    'We are still checking your company information. Once it is verified, you can create projects. What you write here stays on this device.',
  mayNotDeclined:
    'We could not verify your company yet. Correct its information and send it again. Then you can create projects.',
  correctCompany: 'Correct it',
  waitingTitle: 'Waiting for verification',
  waitingSince: (day: string, ago: string) => `You sent your company information on ${day} (${ago}).`,
  waitingText: `A person reads it. You get the answer by email and here. If you hear nothing within ${contact.answersWithin}, write to ${contact.email}. You can already name your first project. The name stays on this device.`,
  declinedTitle: 'We could not verify your company yet',
  declinedText: 'Correct its information and send it again. Then you can create projects.',
  declinedReason: (reason: string) => `The reason: ${reason}`,

  detailsHeading: 'Project',
  settings: 'Project settings',
  createStudy: 'Create study',
  studiesHeading: 'Studies',
  studiesEmptyTitle: 'No studies in this project yet',
  studiesEmptyText:
    'Describe a study, say who can apply, and choose your days. People who match can apply at once.',
  draftStudyLabel: 'Unsaved, on this device',
  draftStudyUnnamed: 'A study without a name yet',
  draftStudyText: 'It is only on this device. Continue where you left off.',
  discard: 'Discard',
  discardDraftStudy: (study: string) => `Discard ${study}`,
  discarded: 'Discarded',
  unpaid: 'Unpaid',
  nextMeeting: 'Next meeting',
  noMeeting: 'None',
  online: 'Online survey',
  meetingAt: (day: string, time: string) => `${day}, ${time}`,
  pay: 'Pay each',
  places: 'Places',
  state: 'Status',
  study: 'Study',
  publicNameIs: (name: string) => `Participants see “${name}”`,
  acceptedCount: (accepted: number, wanted: number) => `${accepted} of ${wanted}`,
  waiting: 'Waiting',
  published: (date: string) => `Published ${date}`,
  closed: (date: string) => `Closed ${date}`,
  drafted: (date: string) => `Draft of ${date}`,
  applicants: 'Applicants',
  applicantsLabel: (study: string) => `Applicants of ${study}`,
  deleteStudy: 'Delete',
  deleteStudyNamed: (study: string) => `Delete ${study}`,

  deleteStudyTitle: (study: string) => `Delete “${study}”?`,
  deleteDraftText:
    'This deletes the draft, with its description, criteria and screening questions. No one has seen it. You can undo this right afterwards.',
  deletePublishedText:
    'This deletes the study, with all its questions. No one has applied to it. You can undo this right afterwards.',
  paidComesBack:
    'We refund the money in its budget after one day. If your phone is asking you to pay, decline it there. If you still approve it, we refund that too.',
  deleteStudyAction: 'Delete study',
  keepStudy: 'Keep it',
  studyDeleted: 'Study deleted',
  studyClosed: 'Study closed',
  undo: 'Undo',
  studyRestored: 'Study restored',

  settingsHeading: 'Project settings',
  editHeading: 'Name and description',
  save: 'Save changes',
  edited: 'Project Edited Successfully',
  conflictTitle: 'This project was changed somewhere else',
  conflictText:
    'It may be another tab or device. What you typed is still here. Load the latest version, then choose.',
  loadNewest: 'Load the latest version',
  newestTitle: 'Here is what is saved now',
  newestText: 'What you typed is below. Save it to replace this, or use the saved version.',
  newestSame: 'The latest version is loaded. It is the same as what you typed.',
  newestEmpty: 'Nothing',
  takeSaved: 'Use the saved version',
  deleteHeading: 'Delete this project',
  deleteText:
    'This also deletes its drafts and closed studies. First close its open studies, and cancel or finish its meetings.',
  deleteAction: 'Delete project',
  deleteTitle: (project: string) => `Delete “${project}”?`,
  deleteEmpty: 'The project leaves your list. It has no studies.',
  deleteDrafts: (count: number) =>
    count === 1
      ? 'This deletes the project and this draft:'
      : `This deletes the project and these ${count} drafts:`,
  deleteClosed: (count: number) =>
    count === 1
      ? 'You will no longer see this closed study. Its applicants still see it in their list:'
      : `You will no longer see these ${count} closed studies. Their applicants still see them in their lists:`,
  paidDraftsComeBack: 'We refund the money in a draft’s budget one day after the project is deleted.',
  deleteWaiting: (count: number) =>
    `${count === 1 ? '1 applicant is' : `${count} applicants are`} still waiting. If you delete the project now, we tell them that they were not chosen. It is better to answer them first:`,
  waitingIn: (study: string, count: number) => `${study} (${count} waiting)`,
  deleteOnlyProject: 'The project leaves your list.',
  hasOpenTitle: (project: string) => `“${project}” cannot be deleted yet`,
  hasOpenText: (count: number) =>
    count === 1
      ? 'This study is not closed yet. Close it first, so that everyone waiting is notified:'
      : `These ${count} studies are not closed yet. Close them first, so that everyone waiting is notified:`,
  hasOpenUnnamed:
    'It has studies that are not closed yet. Close them first, so that everyone waiting is notified.',
  hasMeetings:
    'Its studies have upcoming meetings. Cancel each with a reason, so that the participant is notified. Or wait until they have ended.',
  seeMeetings: 'See meetings',
  seeStudies: 'See its studies',
  keepProject: 'Keep project',
  deletedTitle: 'Project deleted',
  deletedText: (project: string) =>
    `“${project}” is deleted. You can restore it for 30 days, at the end of My Projects.`,
} as const;
