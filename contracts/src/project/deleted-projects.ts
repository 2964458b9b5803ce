import * as z from 'zod/mini';
import { endpoint, Id } from '../endpoint.ts';

export const DeletedProject = z.object({
  id: Id,
  projectName: z.string(),
  deletedAt: z.string(),
  restorableUntil: z.string(),
});
export type DeletedProject = z.infer<typeof DeletedProject>;

export const listDeletedProjects = endpoint({
  method: 'GET',
  path: '/projects/deleted',
  summary: 'Deleted projects that the caller can restore, latest first, at most 100',
  access: 'VERIFIED_RESEARCHER',
  reply: z.array(DeletedProject),
  errors: [],
});
