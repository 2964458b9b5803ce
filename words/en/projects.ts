import { contact } from '@app/words/contact.ts';

/** Quoted texts of sections 2, 4, 5 and 7 stay letter for letter (D-01). */
export const projectWords = {
  listHeading: 'My Projects',
  listLabel: 'Your projects',
  newProject: 'New project',
  studyCount: (count: number) => {
    if (count === 0) return 'No studies yet';
    return count === 1 ? '1 study' : `${count} studies`;
  },
  openCount: (count: number) => `${count} open`,
  waitingCount: (count: number) =>
    count === 1 ? '1 person waits for your answer' : `${count} people wait for your answer`,
  todayHeading: 'Today',
  allMeetings: 'All meetings',
  moreToday: (count: number) => `${count} more today`,
  noneToday: 'No meeting today.',
  moneyHeading: 'Money for participants',
  moneyKept: 'Kept for participants',
  moneyLeft: 'Left in your budgets',
  todayFailed: 'This did not come. Load the page again.',
  waitingHeading: (count: number) => (count === 0 ? 'Waiting for you' : `Waiting for you (${count})`),
  nobodyWaits: 'Nobody waits for your answer.',
  nameless: 'Account deleted',
  showWaiting: (count: number) => `Show ${count} more`,
  moreWait: (count: number) =>
    count === 1 ? '1 more waits in your studies.' : `${count} more wait in your studies.`,
  noDescription: 'No description',
  searchLabel: 'Search your projects by name',
  searchHint: 'Search by name',
  found: (count: number) => {
    if (count === 0) return 'No project found';
    return count === 1 ? '1 project found' : `${count} projects found`;
  },
  notFoundTitle: (name: string) => `No project of yours is called “${name}”`,
  notFoundText: 'We look for how the words of a name begin. Try another word, or only its first letters.',
  showAll: 'Show all projects',
  emptyTitle: 'Your first project starts here',
  emptyText:
    'A project holds the studies of one question you work on. Name it, then say who you want to meet.',
  backToList: 'My Projects',
  goToList: 'Go to My Projects',
  goneTitle: 'This project is not here',
  goneText:
    'It was deleted, perhaps in another tab or on another device, or it belongs to another account. What you have deleted within 30 days you can bring back. All that you have stands in My Projects.',
  bringBack: 'Bring it back',
  projectRestored: 'The project is back',

  createHeading: 'What would you like to name your first project?',
  createNameHint: 'Only you see it. You can change it later.',
  nameLabel: 'Project name',
  descriptionHeading: 'What is it about?',
  descriptionLabel: 'Description',
  descriptionHint: 'A line for yourself, so that you know it again among others.',
  namedStep: 'Name',
  describedStep: 'Description',
  continue: 'Continue',
  backToName: 'Change the name',
  createAction: 'Create Project',
  created: 'Project Created Successfully',
  mayNotTitle: 'Not verified yet',
  mayNotNew:
    'Have a look around. Creating a project opens as soon as your company is verified: send us its information first.',
  mayNotPending:
    'We are still reading your company information. Creating a project opens as soon as it is verified; what you write here stays on this device.',
  mayNotDeclined:
    'Your company could not be verified yet. Correct its information and send it again; then you can create projects.',
  correctCompany: 'Correct it',
  waitingTitle: 'Waiting for verification',
  waitingSince: (day: string, ago: string) => `You sent your company information on ${day} (${ago}).`,
  waitingText: `A person reads it. You get the answer by email, and it shows here. If you hear nothing within ${contact.answersWithin}, write to ${contact.email}. You can write down the name of your first project already: it stays on this device.`,
  declinedTitle: 'Your company could not be verified yet',
  declinedText: 'Correct its information and send it again; then you can create projects.',
  declinedReason: (reason: string) => `The reason: ${reason}`,

  detailsHeading: 'Project',
  settings: 'Project settings',
  createStudy: 'Create study',
  studiesHeading: 'Studies',
  studiesEmptyTitle: 'No studies in this project yet',
  studiesEmptyText:
    'Describe a study, say who fits, and choose the days on which you can meet. People who match can apply at once.',
  draftStudyLabel: 'Begun on this device',
  draftStudyUnnamed: 'A study without a name yet',
  draftStudyText: 'You began it on this device, and it lies nowhere else. Continue where you left off.',
  discard: 'Discard',
  discardDraftStudy: (study: string) => `Discard ${study}`,
  discarded: 'What you began is gone',
  pays: (amount: string) => `${amount} for each participant`,
  publicNameIs: (name: string) => `Participants see “${name}”`,
  duration: 'Meeting',
  notSet: 'Not set',
  accepted: 'Accepted',
  acceptedCount: (accepted: number, wanted: number) => `${accepted} of ${wanted}`,
  applied: 'Applied',
  qualified: 'Qualified',
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
    'The draft goes, with its description, criteria and screening questions. Nobody has seen it yet. You can take that back right afterwards.',
  deletePublishedText:
    'The study goes, with its questions and meeting times. Nobody has applied to it, so nobody is waiting. You can take that back right afterwards.',
  paidComesBack:
    'Whatever was paid in for it goes back by itself to where it came from, a day later. If a phone is being asked to pay, decline it there; what is approved all the same goes back too.',
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
    'Perhaps in another tab, or on another device. Nothing you typed is lost: load the newest, then choose.',
  loadNewest: 'Load the newest',
  newestTitle: 'Here is what is saved now',
  newestText: 'Below stands what you typed. Save it to replace this, or take what is saved.',
  newestSame: 'The newest is loaded. It says the same as what you typed.',
  newestEmpty: 'Nothing',
  takeSaved: 'Take what is saved',
  deleteHeading: 'Delete this project',
  deleteText:
    'Its drafts and closed studies go with it. A project with studies that people can see, or with meetings ahead, stays until those are closed or over.',
  deleteAction: 'Delete project',
  deleteTitle: (project: string) => `Delete “${project}”?`,
  deleteEmpty: 'The project goes from your list. There are no studies in it.',
  deleteDrafts: (count: number) =>
    count === 1
      ? 'The project goes from your list, and this draft with it:'
      : `The project goes from your list, and these ${count} drafts with it:`,
  deleteClosed: (count: number) =>
    count === 1
      ? 'You will no longer see this closed study; those who applied keep it in their list:'
      : `You will no longer see these ${count} closed studies; those who applied keep them in their lists:`,
  paidDraftsComeBack:
    'Whatever was paid in for a draft goes back by itself to where it came from, a day after the project is deleted.',
  deleteWaiting: (count: number) =>
    `${count === 1 ? '1 person still waits' : `${count} people still wait`} for your answer. They are told that they were not chosen because the study ended. Better answer them first:`,
  waitingIn: (study: string, count: number) => `${study} (${count} waiting)`,
  deleteOnlyProject: 'The project goes from your list.',
  hasOpenTitle: (project: string) => `“${project}” cannot be deleted yet`,
  hasOpenText: (count: number) =>
    count === 1
      ? 'This study is not closed yet. Close it first, so that everybody who waits is told:'
      : `These ${count} studies are not closed yet. Close them first, so that everybody who waits is told:`,
  hasOpenUnnamed:
    'It has studies that are not closed yet. Close them first, so that everybody who waits is told.',
  hasMeetings:
    'Meetings of its studies are still to come. Cancel each with a reason, so that whoever booked it is told, or wait until they are over.',
  seeMeetings: 'See meetings',
  seeStudies: 'See its studies',
  keepProject: 'Keep project',
  deletedTitle: 'Project deleted',
  deletedText: (project: string) =>
    `“${project}” is gone from your projects. For 30 days you can bring it back at the end of My Projects.`,
} as const;
