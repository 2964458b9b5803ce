import type { Page } from '@playwright/test';
import { applicantMessages } from '@app/contracts/messages/applicants.ts';
import { browseMessages } from '@app/contracts/messages/browse.ts';
import { accountMessages } from '@app/contracts/messages/accounts.ts';
import { helpMessages } from '@app/contracts/messages/help.ts';
import { kycMessages } from '@app/contracts/messages/kyc.ts';
import { myStudiesMessages } from '@app/contracts/messages/my-studies.ts';
import { notFoundMessages } from '@app/contracts/messages/not-found.ts';
import { projectMessages as projects } from '@app/contracts/messages/projects.ts';
import { shellMessages as shell } from '@app/contracts/messages/shell.ts';
import { studyWizardMessages as wizard } from '@app/contracts/messages/study-wizard.ts';
import { fillStudy } from '../steps.ts';
import type { Ground } from './ground.ts';
import type { Screen } from './screen.ts';

const projectPath = ({ project }: Ground) => `/dashboard/project/${project}`;
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();

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
  {
    name: 'applicants',
    as: 'ama',
    path: ({ study }) => `/dashboard/study-applicants/${study}`,
    shows: applicantMessages.heading,
    picture: 'light',
  },
  {
    name: 'dashboard-not-found',
    as: 'ama',
    path: '/dashboard/no/such/page',
    shows: notFoundMessages.heading,
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
    shows: kycMessages.organizationHeading,
    picture: 'light',
  },
  { name: 'declined', as: 'efua', path: '/dashboard/projects', shows: /./ },
];

export const participantScreens: Screen[] = [
  {
    name: 'browse',
    as: 'abena',
    path: '/dashboard/browse-studies',
    shows: browseMessages.heading,
    picture: 'light',
  },
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
    shows: myStudiesMessages.heading,
    picture: 'light',
  },
  {
    name: 'accounts',
    as: 'abena',
    path: '/dashboard/accounts',
    shows: accountMessages.heading,
    picture: 'light',
  },
  { name: 'help', as: 'abena', path: '/dashboard/help', shows: helpMessages.heading, picture: 'light' },
  { name: 'set-up', as: 'kofi', path: '/dashboard/participant-setup', shows: /./, picture: 'light' },
];
