/** Keys of personal data contain the user's id, because another person may sign in in the same tab. */

type Person = [userId?: string | undefined];

export const accountKey = (...userId: Person) => ['account', ...userId];
export const deviceKey = (...userId: Person) => ['devices', ...userId];
export const pushKey = (...userId: Person) => ['push', ...userId];
export const profileKey = (...userId: Person) => ['profile', ...userId];

export const companyKeys = {
  own: () => ['company', 'own'],
  sent: (userId: string, status: string | null) => ['company', userId, status],
};

export const projectKeys = {
  all: () => ['projects'],
  list: (userId: string, name: string, page: number) => ['projects', 'list', userId, name, page],
  one: (id: string) => ['projects', 'one', id],
  studies: (id: string, ...page: number[]) => ['projects', 'studies', id, ...page],
  everyStudy: (id: string) => ['projects', 'every-study', id],
  company: (userId: string, status: string | null) => ['projects', 'company', userId, status],
  toCopy: (userId: string, ...id: (string | undefined)[]) => ['projects', 'to-copy', userId, ...id],
  earlier: (userId: string) => ['projects', 'earlier', userId],
  waiting: (userId: string, size: number) => ['projects', 'waiting', userId, size],
  deleted: (userId: string) => ['projects', 'deleted', userId],
};

export const applicantKeys = {
  study: (studyId: string) => ['applicants', 'study', studyId],
  survey: (studyId: string) => ['applicants', 'survey', studyId],
  counts: (studyId: string) => ['applicants', 'counts', studyId],
  meetings: (studyId: string) => ['applicants', 'meetings', studyId],
  submissions: (studyId: string) => ['applicants', 'submissions', studyId],
  invited: (studyId: string) => ['applicants', 'invited', studyId],
  funnel: (studyId: string) => ['applicants', 'funnel', studyId],
  names: (studyId: string) => ['applicants', 'names', studyId],
  leftOut: (studyId: string) => ['applicants', 'left-out', studyId],
  /** The counts of a list start again at each visit, so a study's page has its own counts. */
  tally: (studyId: string) => ['applicants', 'tally', studyId],
  list: (studyId: string, ...view: [] | [filter: object, sort: string, round: number]) => [
    'applicants',
    'list',
    studyId,
    ...view,
  ],
};

export const meetingKeys = {
  all: () => ['meetings'],
  agenda: (userId: string) => ['meetings', userId, 'agenda'],
  today: (userId: string, day: string) => ['meetings', userId, 'today', day],
  week: (userId: string, monday: string) => ['meetings', userId, 'week', monday],
  month: (userId: string, first: string) => ['meetings', userId, 'month', first],
  slots: (studyId: string) => ['meetings', 'slots', studyId],
  times: (userId: string, studyId: string) => ['meetings', userId, 'times', studyId],
  own: (userId: string) => ['meetings', userId, 'own'],
};

export const budgetKeys = {
  all: () => ['budgets'],
  sum: (userId: string) => ['budgets', 'sum', userId],
  one: (studyId: string) => ['budgets', studyId],
  quote: (studyId: string, ...sums: (number | undefined)[]) => ['budgets', studyId, 'quote', ...sums],
  payouts: (studyId: string, page: number, ...sums: number[]) => [
    'budgets',
    studyId,
    'payouts',
    page,
    ...sums,
  ],
};
export const paymentKeys = {
  all: () => ['payments'],
  own: (userId: string) => ['payments', userId, 'own'],
  account: (userId: string, ...account: string[]) => ['payments', userId, 'account', ...account],
  statement: (userId: string, year: string) => ['payments', userId, 'statement', year],
};

export const studyKeys = {
  all: () => ['studies'],
  one: (userId: string, id: string) => ['studies', userId, 'one', id],
  open: (userId: string, ...asked: object[]) => ['studies', userId, 'open', ...asked],
};

export const submissionKey = (...userId: Person) => ['submissions', ...userId];
export const applicationKey = (...whose: [userId?: string, page?: number]) => ['applications', ...whose];

export const messageKeys = {
  all: () => ['messages'],
  list: (userId: string, page: number) => ['messages', userId, 'list', page],
  one: (userId: string, applicationId: string) => ['messages', userId, applicationId],
};

export const notificationKeys = {
  all: (userId: string) => ['notifications', userId],
  list: (userId: string) => ['notifications', userId, 'list'],
  unread: (userId: string) => ['notifications', userId, 'unread'],
};

export const studyDraftKey = (studyId: string | null) => ['study-draft', studyId];
export const reachKey = (criteria: string) => ['reach', criteria];

export const adminKey = (path: string, input?: unknown) => ['admin', path, input];
