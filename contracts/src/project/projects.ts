import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { INPUT_MAX_LENGTH, TEXTAREA_MAX_LENGTH, freeText, requiredText } from '../text.ts';
import { validation } from '../messages/validation.ts';
import { pagingFields } from '../paging.ts';
import { StudySummary } from './studies.ts';

/** Name and description as both the create and the edit form take them (S-301, S-302). */
export const ProjectDetails = z.strictObject({
  projectName: requiredText(INPUT_MAX_LENGTH, validation.projectName),
  description: z._default(freeText(TEXTAREA_MAX_LENGTH), ''),
});

export const NewProject = z.strictObject({ creatorId: z.uuid(), ...ProjectDetails.shape });

export const Project = z.object({
  id: z.uuid(),
  projectName: z.string(),
  description: z.string(),
  creatorId: z.uuid(),
  createdAt: z.string(),
  studyCount: z.int(),
});
export type Project = z.infer<typeof Project>;

const projectId = z.object({ id: z.uuid() });

export const createProject = endpoint({
  method: 'POST',
  path: '/projects',
  summary: 'Create a project',
  access: 'VERIFIED_RESEARCHER',
  own: { in: 'body', name: 'creatorId' },
  body: NewProject,
  reply: Project,
  status: 201,
  errors: [],
});

export const listProjects = endpoint({
  method: 'GET',
  path: '/projects',
  summary: "The caller's projects, newest first",
  access: 'RESEARCHER',
  own: { in: 'query', name: 'creatorId' },
  query: z.strictObject({ creatorId: z.optional(z.uuid()), ...pagingFields }),
  page: Project,
  errors: [],
});

export const readProject = endpoint({
  method: 'GET',
  path: '/projects/:id',
  summary: 'One project of the caller',
  access: 'VERIFIED_RESEARCHER',
  params: projectId,
  reply: Project,
  errors: ['PROJECT_NOT_FOUND'],
});

export const editProject = endpoint({
  method: 'PATCH',
  path: '/projects/:id',
  summary: 'Change the name or the description',
  access: 'VERIFIED_RESEARCHER',
  params: projectId,
  body: z.strictObject({
    projectName: z.optional(requiredText(INPUT_MAX_LENGTH, validation.projectName)),
    description: z.optional(freeText(TEXTAREA_MAX_LENGTH)),
  }),
  reply: Project,
  errors: ['PROJECT_NOT_FOUND'],
});

/** Drafts go with it; a project with published studies stays (D-32). */
export const deleteProject = endpoint({
  method: 'DELETE',
  path: '/projects/:id',
  summary: 'Delete a project and its drafts',
  access: 'VERIFIED_RESEARCHER',
  params: projectId,
  errors: ['PROJECT_NOT_FOUND', 'PROJECT_HAS_OPEN_STUDIES'],
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
