import { PROJECT_BASE } from '../bases.ts';
import type { ServiceContract } from '../endpoint.ts';
import { PRODUCT_NAME } from '../product.ts';
import { applyToStudy, listApplicants, listOwnApplications } from './applications.ts';
import { browseStudies, readStudy } from './browsing.ts';
import {
  listNotifications,
  markAllNotificationsRead,
  markNotification,
  tellPerson,
} from './notifications.ts';
import { followProfile } from './people.ts';
import * as projects from './projects.ts';
import { readStudyReach } from './reach.ts';
import { createStudy, deleteStudy, publishStudy } from './studies.ts';

/** Everything that the project service answers, by operation id. */
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
    listProjectStudies: projects.listProjectStudies,
    readStudyReach,
    createStudy,
    publishStudy,
    deleteStudy,
    browseStudies,
    readStudy,
    applyToStudy,
    listOwnApplications,
    listApplicants,
    listNotifications,
    markNotification,
    markAllNotificationsRead,
    tellPerson,
    followProfile,
  },
} as const satisfies ServiceContract;
