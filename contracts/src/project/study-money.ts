import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Id } from '../id.ts';

/** Asked by the payment service, which knows studies by id only. */
export const readStudyMoney = endpoint({
  method: 'GET',
  path: '/studies/:id/money',
  summary: 'Who pays for a study, and whether somebody can still come to be owed for it',
  access: 'SERVICE',
  params: z.object({ id: Id }),
  reply: z.object({
    researcherId: Id,
    /** It takes people, has meetings that nobody has marked, or outcomes that can still be disputed. */
    isOpen: z.boolean(),
    /** Not published yet, so that a publish may be under way whose places are promised already. */
    isDraft: z.boolean(),
  }),
  errors: ['STUDY_NOT_FOUND'],
});
