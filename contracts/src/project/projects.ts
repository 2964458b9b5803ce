import * as z from 'zod/mini';
import { endpoint, Id, pagingFields } from '../endpoint.ts';
import { INPUT_MAX_LENGTH, TEXTAREA_MAX_LENGTH, freeText, requiredText } from '../text.ts';
import { rule } from '../rule.ts';
import { StudySummary } from './studies.ts';

/** S-301 and S-302 specify these fields. */
export const ProjectDetails = z.strictObject({
  projectName: requiredText(INPUT_MAX_LENGTH, rule('projectName')),
  description: z._default(freeText(TEXTAREA_MAX_LENGTH), ''),
});

const NewProject = z.strictObject({ creatorId: Id, ...ProjectDetails.shape });

export const Project = z.object({
  id: Id,
  projectName: z.string(),
  description: z.string(),
  creatorId: Id,
  /** Sent as the ETag. */
  version: z.int(),
  createdAt: z.string(),
  studyCount: z.int(),
});
export type Project = z.infer<typeof Project>;

export const ProjectSummary = z.object({
  ...Project.shape,
  openStudyCount: z.int(),
  waitingCount: z.int(),
});
export type ProjectSummary = z.infer<typeof ProjectSummary>;

export const PROJECT_SEARCH_MAX_LENGTH = 100;

const projectId = z.object({ id: Id });

export const createProject = endpoint({
  method: 'POST',
  path: '/projects',
  summary: 'Create a project',
  access: 'VERIFIED_RESEARCHER',
  own: { in: 'body', name: 'creatorId' },
  limits: ['PROJECTS_PER_PERSON_PER_DAY'],
  body: NewProject,
  reply: Project,
  versioned: true,
  status: 201,
  // Possible if the call is a retry and its project has been deleted.
  errors: ['PROJECT_NOT_FOUND'],
});

export const listProjects = endpoint({
  method: 'GET',
  path: '/projects',
  summary: "The caller's projects, newest first",
  access: 'RESEARCHER',
  own: { in: 'query', name: 'creatorId' },
  isCostly: true,
  query: z.strictObject({
    creatorId: z.optional(Id),
    /** The name has a word that begins with each of these words. Order, case and accents do not matter. */
    name: z.optional(freeText(PROJECT_SEARCH_MAX_LENGTH)),
    ...pagingFields,
  }),
  page: ProjectSummary,
  errors: [],
});

export const readProject = endpoint({
  method: 'GET',
  path: '/projects/:id',
  summary: 'One project of the caller',
  access: 'VERIFIED_RESEARCHER',
  params: projectId,
  reply: Project,
  versioned: true,
  errors: ['PROJECT_NOT_FOUND'],
});

export const editProject = endpoint({
  method: 'PATCH',
  path: '/projects/:id',
  summary: 'Change the name or the description',
  access: 'VERIFIED_RESEARCHER',
  params: projectId,
  body: z
    .strictObject({
      projectName: z.optional(requiredText(INPUT_MAX_LENGTH, rule('projectName'))),
      description: z.optional(freeText(TEXTAREA_MAX_LENGTH)),
    })
    .check(z.refine((edit) => Object.keys(edit).length > 0, rule('nothingToChange'))),
  reply: Project,
  versioned: true,
  errors: ['PROJECT_NOT_FOUND', 'STALE'],
});

/** Fails if one of the project's studies is published (D-32). */
export const deleteProject = endpoint({
  method: 'DELETE',
  path: '/projects/:id',
  summary: 'Delete a project with its drafts and closed studies',
  access: 'VERIFIED_RESEARCHER',
  params: projectId,
  versioned: true,
  errors: [
    'PROJECT_NOT_FOUND',
    'PROJECT_HAS_OPEN_STUDIES',
    'PROJECT_HAS_MEETINGS',
    'SUBMISSIONS_WAIT',
    'STALE',
  ],
});

/** Applications stay ended if their applicants were already notified of the end. */
export const restoreProject = endpoint({
  method: 'POST',
  path: '/projects/:id/restore',
  summary: 'Restore a deleted project, within 30 days',
  access: 'VERIFIED_RESEARCHER',
  params: projectId,
  reply: Project,
  versioned: true,
  errors: ['PROJECT_NOT_FOUND', 'STALE'],
});

export const listProjectStudies = endpoint({
  method: 'GET',
  path: '/projects/:id/studies',
  summary: 'The studies of one project with their counts, newest first',
  access: 'VERIFIED_RESEARCHER',
  params: projectId,
  query: z.strictObject(pagingFields),
  page: StudySummary,
  errors: ['PROJECT_NOT_FOUND'],
});
