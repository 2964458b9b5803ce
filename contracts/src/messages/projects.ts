/** Projects: list, creation, details, settings. Quoted texts of sections 2, 4, 5 and 7 stand letter for letter (D-01). */
export const projectMessages = {
  listHeading: 'My Projects',
  listLabel: 'Your projects',
  newProject: 'New project',
  studyCount: (count: number) => {
    if (count === 0) return 'No studies yet';
    return count === 1 ? '1 study' : `${count} studies`;
  },
  noDescription: 'No description',
  emptyTitle: 'Your first project starts here',
  emptyText:
    'A project holds the studies of one question you work on. Name it, then say who you want to meet.',
  backToList: 'My Projects',
  goToList: 'Go to My Projects',

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

  detailsHeading: 'Project',
  settings: 'Project settings',
  createStudy: 'Create study',
  studiesHeading: 'Studies',
  studiesEmptyTitle: 'No studies in this project yet',
  studiesEmptyText:
    'Describe a study, say who fits, and choose the days on which you can meet. People who match can apply at once.',
  publicNameIs: (name: string) => `Participants see “${name}”`,
  duration: 'Meeting',
  notSet: 'Not set',
  accepted: 'Accepted',
  acceptedOf: (accepted: number, wanted: number) => `${accepted} of ${wanted}`,
  applied: 'Applied',
  qualified: 'Qualified',
  published: (date: string) => `Published ${date}`,
  drafted: (date: string) => `Draft of ${date}`,
  applicants: 'Applicants',
  applicantsOf: (study: string) => `Applicants of ${study}`,
  deleteStudy: 'Delete',
  deleteStudyNamed: (study: string) => `Delete the study ${study}`,

  deleteStudyTitle: (study: string) => `Delete “${study}”?`,
  closeStudyTitle: (study: string) => `Close “${study}”?`,
  deleteDraftText:
    'The draft goes, with its description, criteria and screening questions. Nobody has seen it yet. You can take that back right afterwards.',
  deletePublishedText:
    'The study goes, with its questions and meeting times. Nobody has applied to it, so nobody is waiting. You can take that back right afterwards.',
  closeStudyText: (applied: number) =>
    `${applied === 1 ? '1 person has' : `${applied} people have`} applied, so the study is closed rather than lost: it takes no more applications, everybody who applied is told, and you keep their answers.`,
  deleteStudyAction: 'Delete study',
  closeStudyAction: 'Close study',
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
    'Its drafts go with it. A project with studies that people can see stays until those are closed.',
  deleteAction: 'Delete project',
  deleteTitle: (project: string) => `Delete “${project}”?`,
  deleteEmpty: 'The project goes for good. There are no studies in it.',
  deleteDrafts: (count: number) =>
    count === 1
      ? 'The project goes for good, and this draft with it:'
      : `The project goes for good, and these ${count} drafts with it:`,
  deleteClosed: (count: number) =>
    count === 1
      ? 'You will no longer see this closed study; those who applied keep it in their list:'
      : `You will no longer see these ${count} closed studies; those who applied keep them in their lists:`,
  deleteOnlyProject: 'The project goes for good.',
  hasOpenTitle: (project: string) => `“${project}” cannot be deleted yet`,
  hasOpenText: (count: number) =>
    count === 1
      ? 'This study is not closed yet. Delete it first, so that everybody who applied is told:'
      : `These ${count} studies are not closed yet. Delete them first, so that everybody who applied is told:`,
  hasOpenUnnamed:
    'It has studies that are not closed yet. Delete them first, so that everybody who applied is told.',
  seeStudies: 'See its studies',
  keepProject: 'Keep project',
  deletedTitle: 'Project deleted',
  deletedText: (project: string) => `“${project}” is gone from your projects.`,
} as const;
