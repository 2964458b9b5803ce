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
  summary: 'The projects whose deletion the caller can take back, the last one first, 100 at most',
  access: 'VERIFIED_RESEARCHER',
  reply: z.array(DeletedProject),
  errors: [],
});
