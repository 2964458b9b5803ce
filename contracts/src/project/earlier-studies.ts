import * as z from 'zod/mini';
import { endpoint, Id } from '../endpoint.ts';
import { STUDY_STATES } from './studies.ts';

export const EarlierStudy = z.object({
  id: Id,
  projectId: Id,
  projectName: z.string(),
  name: z.string(),
  publicName: z.string(),
  state: z.enum(STUDY_STATES),
  createdAt: z.string(),
});
export type EarlierStudy = z.infer<typeof EarlierStudy>;

export const MOST_EARLIER = 500;

export const listEarlierStudies = endpoint({
  method: 'GET',
  path: '/studies/earlier',
  summary: 'The caller’s studies of all projects, newest first, at most 500',
  access: 'RESEARCHER',
  reply: z.array(EarlierStudy),
  errors: [],
});
