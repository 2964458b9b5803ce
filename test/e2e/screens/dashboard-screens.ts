import type { Page } from '@playwright/test';
import { applicantWords } from '@app/words/applicants.ts';
import { budgetWords as budget } from '@app/words/budgets.ts';
import { browseWords } from '@app/words/browsing.ts';
import { accountWords } from '@app/words/accounts.ts';
import { helpWords } from '@app/words/help.ts';
import { kycWords } from '@app/words/kyc.ts';
import { myStudiesWords } from '@app/words/my-studies.ts';
import { notFoundWords } from '@app/words/not-found.ts';
import { projectWords as projects } from '@app/words/projects.ts';
import { funnelWords as funnel } from '@app/words/funnel.ts';
import { studyPageWords as studyPage } from '@app/words/study-page.ts';
import { statementWords as statement } from '@app/words/statements.ts';
import { PAID_STUDY } from '@app/demo/people.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { tourWords as tour } from '@app/words/tour.ts';
import { shellWords as shell } from '@app/words/shell.ts';
import { studyWizardWords as wizard } from '@app/words/study-wizard.ts';
import { fillStudy } from '../steps.ts';
import { participantAccountScreens, researcherAccountScreens } from './account-screens.ts';
import { ownMeetingScreens } from './own-meeting-screens.ts';
import { browseScreens } from './browse-screens.ts';
import type { Ground } from './screen-data.ts';
import { meetingScreens } from './meeting-screens.ts';
import type { Screen } from './screen.ts';
import { setUpScreens } from './participant-setup-screens.ts';
import { ownSubmissionScreens, submissionScreens } from './submission-screens.ts';
import { wizardScreens } from './study-wizard-screens.ts';

const projectPath = ({ project }: Ground) => `/dashboard/project/${project}`;
const studyPath = ({ recruiting }: Ground) => `/dashboard/study/${recruiting}`;
const applicantsPath = ({ study }: Ground) => `/dashboard/study-applicants/${study}`;
const openApplicant = (page: Page) =>
  page.getByRole('table').getByRole('rowheader').getByRole('button').first().click();
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();

const pressIn = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name }).click();

export const researcherScreens: Screen[] = [
  {
    name: 'projects',
    as: 'ama',
    path: '/dashboard/projects',
    shows: projects.listHeading,
    picture: 'both',
  },
  {
    name: 'phone-menu',
    as: 'ama',
    path: '/dashboard/projects',
    shows: /./,
    lead: (page) => press(page, shell.openMenu),
    only: 360,
    picture: 'light',
  },
  { name: 'help-researcher', as: 'ama', path: '/dashboard/help', shows: helpWords.heading },
  {
    name: 'notifications',
    as: 'ama',
    path: '/dashboard/projects',
    shows: shell.recentNotifications,
    lead: (page) => press(page, new RegExp(`^${shell.notifications('')}`)),
    picture: 'light',
  },
  { name: 'project', as: 'ama', path: projectPath, shows: projects.studiesHeading, picture: 'light' },
  {
    name: 'project-settings',
    as: 'ama',
    path: ({ project }) => `/dashboard/project-settings/${project}`,
    shows: projects.settingsHeading,
    picture: 'light',
  },
  {
    name: 'projects-not-found',
    as: 'ama',
    path: '/dashboard/projects?name=zebra',
    shows: projects.notFoundTitle('zebra'),
  },
  { name: 'study', as: 'ama', path: studyPath, shows: studyPage.questions, picture: 'both' },
  {
    name: 'study-numbers',
    as: 'ama',
    path: studyPath,
    shows: studyPage.questions,
    lead: async (page) => {
      await page.locator('summary', { hasText: studyPage.numbers }).click();
      await page.getByRole('region', { name: funnel.heading }).waitFor();
    },
  },
  {
    name: 'budget',
    as: 'ama',
    path: paths.studyBudget(PAID_STUDY.id),
    shows: budget.figures,
    picture: 'both',
  },
  {
    name: 'budget-raise',
    as: 'ama',
    path: paths.studyBudget(PAID_STUDY.id),
    shows: budget.payIn,
    lead: (page) => press(page, budget.raise),
    picture: 'light',
  },
  {
    name: 'statement',
    as: 'ama',
    path: paths.statement(new Date().getUTCFullYear()),
    shows: statement.heading(String(new Date().getUTCFullYear())),
    picture: 'light',
  },
  {
    name: 'share-study',
    as: 'ama',
    path: studyPath,
    shows: studyPage.shareTitle,
    lead: (page) => press(page, studyPage.share),
    picture: 'light',
  },
  {
    name: 'more-places',
    as: 'ama',
    path: studyPath,
    shows: studyPage.morePlaces,
    lead: (page) => press(page, studyPage.morePlaces),
  },
  {
    name: 'study-gone',
    as: 'ama',
    path: '/dashboard/study/00000000-0000-7000-8000-000000000000',
    shows: studyPage.heading,
  },
  {
    name: 'close-study',
    as: 'ama',
    path: projectPath,
    shows: /^Close “/,
    lead: async (page) => {
      await page
        .getByRole('button', { name: /^More for / })
        .nth(1)
        .click();
      await press(page, /^Close /);
    },
  },
  {
    name: 'delete-project',
    as: 'ama',
    path: ({ project }) => `/dashboard/project-settings/${project}`,
    shows: /cannot be deleted yet$/,
    lead: (page) => press(page, projects.deleteAction),
  },
  {
    name: 'project-gone',
    as: 'ama',
    path: '/dashboard/project/00000000-0000-7000-8000-000000000000',
    shows: projects.goneTitle,
  },
  { name: 'create-project', as: 'ama', path: '/dashboard/create-project', shows: projects.createHeading },
  {
    name: 'study-details',
    as: 'ama',
    path: ({ project }) => `/dashboard/create-study/${project}`,
    shows: wizard.detailsHeading,
    picture: 'light',
  },
  {
    name: 'publish',
    as: 'ama',
    path: projectPath,
    shows: wizard.publishHeading,
    lead: (page) => fillStudy(page, { name: 'Market round', publicName: 'Paying at the market' }),
    picture: 'light',
  },
  ...wizardScreens,
  {
    name: 'applicants',
    as: 'ama',
    path: applicantsPath,
    shows: applicantWords.heading,
    picture: 'both',
  },
  {
    name: 'applicant',
    as: 'ama',
    path: applicantsPath,
    shows: applicantWords.answers,
    lead: openApplicant,
    picture: 'light',
  },
  {
    name: 'applicants-more-filters',
    as: 'ama',
    path: applicantsPath,
    shows: applicantWords.heading,
    lead: (page) => press(page, applicantWords.moreFilters),
  },
  {
    name: 'applicants-needs-review',
    as: 'ama',
    path: applicantsPath,
    shows: /^Accept \d+ applicants/,
    lead: async (page) => {
      await page.getByRole('checkbox', { name: /^Select all/ }).check();
      await press(page, /^Accept \d/);
    },
  },
  {
    name: 'applicants-review',
    as: 'ama',
    path: (ground) => `${applicantsPath(ground)}?review=true`,
    shows: applicantWords.answers,
    picture: 'both',
  },
  {
    name: 'applicants-review-decline',
    as: 'ama',
    path: (ground) => `${applicantsPath(ground)}?review=true`,
    shows: /^Decline/,
    lead: (page) => press(page, applicantWords.decline),
  },
  {
    name: 'applicants-none-match',
    as: 'ama',
    path: (ground) => `${applicantsPath(ground)}?name=Nobody+Such`,
    shows: applicantWords.noneMatchTitle,
  },
  {
    name: 'decline-applicant',
    as: 'ama',
    path: (ground) => `${applicantsPath(ground)}?status=PENDING`,
    shows: /^Decline/,
    lead: async (page) => {
      await page.getByRole('table').getByRole('checkbox').first().check();
      await press(page, new RegExp(`^${applicantWords.decline} \\d`));
    },
    picture: 'light',
  },
  ...submissionScreens,
  ...meetingScreens,
  {
    name: 'dashboard-not-found',
    as: 'ama',
    path: '/dashboard/no/such/page',
    shows: notFoundWords.heading,
  },
  {
    name: 'first-log-in',
    as: 'yaw',
    path: '/dashboard/projects',
    shows: projects.emptyTitle,
    picture: 'light',
  },
  {
    name: 'kyc',
    as: 'yaw',
    path: '/dashboard/kyc',
    shows: kycWords.organizationHeading,
    picture: 'light',
  },
  { name: 'waiting', as: 'kojo', path: '/dashboard/projects', shows: projects.waitingTitle },
  { name: 'declined', as: 'efua', path: '/dashboard/projects', shows: projects.declinedTitle },
  ...researcherAccountScreens,
  {
    name: 'tour',
    as: 'ama',
    path: '/dashboard/help#tour',
    shows: tour.researcher.projects.name,
    lead: async (page) => {
      await pressIn(page, tour.next);
      await pressIn(page, tour.next);
    },
    picture: 'light',
  },
];

export const participantScreens: Screen[] = [
  {
    name: 'browse',
    as: 'abena',
    path: '/dashboard/browse-studies',
    shows: browseWords.heading,
    picture: 'light',
  },
  ...browseScreens,
  {
    name: 'apply',
    as: 'abena',
    path: ({ openStudy }) => `/dashboard/study-apply/${openStudy}`,
    shows: /./,
    picture: 'light',
  },
  {
    name: 'my-studies',
    as: 'abena',
    path: '/dashboard/studies',
    shows: myStudiesWords.parts.COMING_UP,
    picture: 'light',
  },
  ...ownMeetingScreens,
  ...ownSubmissionScreens,
  {
    name: 'accounts',
    as: 'abena',
    path: '/dashboard/accounts',
    shows: accountWords.heading,
    picture: 'light',
  },
  { name: 'help', as: 'abena', path: '/dashboard/help', shows: helpWords.heading, picture: 'light' },
  {
    name: 'help-nothing-found',
    as: 'abena',
    path: '/dashboard/help',
    shows: helpWords.heading,
    lead: (page) => page.getByRole('searchbox', { name: helpWords.search }).fill('zebra crossing'),
  },
  {
    name: 'notifications-empty',
    as: 'kofi',
    path: '/dashboard/help',
    shows: shell.recentNotifications,
    lead: (page) => press(page, new RegExp(`^${shell.notifications('')}`)),
  },
  {
    name: 'tour-on-a-phone',
    as: 'abena',
    path: '/dashboard/help#tour',
    shows: tour.participant.menu.name,
    lead: (page) => pressIn(page, tour.next),
    only: 360,
    picture: 'light',
  },
  ...setUpScreens,
  ...participantAccountScreens,
];
