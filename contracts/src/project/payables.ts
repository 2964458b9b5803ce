import * as z from 'zod/mini';
import { endpoint, Id } from '../endpoint.ts';
import { Places } from '../payment/amounts.ts';
import { addPlaces } from './study-calls.ts';

const StudyMoney = z.object({
  researcherId: Id,
  /** True if the study accepts people or has meetings without a final mark. */
  isOpen: z.boolean(),
  /** 0 means unpaid. The amount of a draft may change. */
  incentiveInPesewas: z.int(),
  isClosed: z.boolean(),
  /** A deleted study can be restored. Until then it is not paid. */
  isDeleted: z.boolean(),
});

export const readStudyMoney = endpoint({
  method: 'GET',
  path: '/studies/:id/money',
  summary: 'Who pays for a study, and whether anyone can still become entitled to pay',
  access: 'SERVICE',
  callers: ['payment'],
  params: z.object({ id: Id }),
  reply: StudyMoney,
  errors: ['STUDY_NOT_FOUND'],
});

/** This keeps the body far below the size limit of a service. */
export const MAX_STUDIES_ASKED = 1000;

/** For statements: `name` is shown to researchers, and `publicName` to participants. */
export const readStudyNames = endpoint({
  method: 'POST',
  path: '/studies/names',
  summary: 'The names of up to 1,000 studies; deleted ones are left out',
  access: 'SERVICE',
  callers: ['payment'],
  body: z.strictObject({ studyIds: z.array(Id).check(z.maxLength(MAX_STUDIES_ASKED)) }),
  reply: z.array(z.object({ studyId: Id, name: z.string(), publicName: z.string() })),
  errors: [],
});

export const endStudyMoney = endpoint({
  method: 'POST',
  path: '/studies/:id/money/end',
  summary:
    'The same before its budget is closed; if no one can become entitled to pay, places are blocked for a while',
  access: 'SERVICE',
  callers: ['payment'],
  params: z.object({ id: Id }),
  reply: StudyMoney,
  errors: ['STUDY_NOT_FOUND'],
});

/** Called when the researcher has paid for more places. The total becomes at least this number. */
export const addPaidPlaces = endpoint({
  method: 'PUT',
  path: '/studies/:id/money/places',
  summary: 'Add the paid places to a published study',
  access: 'SERVICE',
  callers: ['payment'],
  params: z.object({ id: Id }),
  body: z.strictObject({ places: Places }),
  errors: addPlaces.errors,
});
