import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Id } from '../id.ts';

const StudyMoney = z.object({
  researcherId: Id,
  /** It takes people, has meetings that nobody has marked, or outcomes that can still be disputed. */
  isOpen: z.boolean(),
  /** Not published yet, so that a publish may be under way whose places are promised already. */
  isDraft: z.boolean(),
});

/** Asked by the payment service, which knows studies by id only. */
export const readStudyMoney = endpoint({
  method: 'GET',
  path: '/studies/:id/money',
  summary: 'Who pays for a study, and whether somebody can still come to be owed for it',
  access: 'SERVICE',
  params: z.object({ id: Id }),
  reply: StudyMoney,
  errors: ['STUDY_NOT_FOUND'],
});

export const endStudyMoney = endpoint({
  method: 'POST',
  path: '/studies/:id/money/end',
  summary:
    'The same before its budget is closed: where nobody can come to be owed, nobody is given a place for a while',
  access: 'SERVICE',
  params: z.object({ id: Id }),
  reply: StudyMoney,
  errors: ['STUDY_NOT_FOUND'],
});
