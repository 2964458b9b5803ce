import * as z from 'zod/mini';
import { endpoint, Id } from '../endpoint.ts';
import { Places } from '../payment/amounts.ts';
import { addPlaces } from './study-calls.ts';

const StudyMoney = z.object({
  researcherId: Id,
  /** It takes people, or has unmarked meetings, or outcomes that can still be disputed. */
  isOpen: z.boolean(),
  /** Each participant's pay; 0 where the study pays no one. A draft may still change it. */
  incentiveInPesewas: z.int(),
  /** It gets no places any more. */
  isClosed: z.boolean(),
  /** It may still come back, but nobody pays for it meanwhile. */
  isDeleted: z.boolean(),
});

/** Asked by the payment service, which knows studies by id only. */
export const readStudyMoney = endpoint({
  method: 'GET',
  path: '/studies/:id/money',
  summary: 'Who pays for a study, and whether somebody can still come to be owed for it',
  access: 'SERVICE',
  callers: ['payment'],
  params: z.object({ id: Id }),
  reply: StudyMoney,
  errors: ['STUDY_NOT_FOUND'],
});

/** Of a call: a body of ids well within what a service takes. */
export const MAX_STUDIES_ASKED = 1000;

/** For statements, which name studies as their readers do: a researcher by `name`, a participant by `publicName`. */
export const readStudyNames = endpoint({
  method: 'POST',
  path: '/studies/names',
  summary: 'Names of up to 1,000 studies; those that are gone are left out',
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
    'The same before its budget is closed: where nobody can come to be owed, nobody is given a place for a while',
  access: 'SERVICE',
  callers: ['payment'],
  params: z.object({ id: Id }),
  reply: StudyMoney,
  errors: ['STUDY_NOT_FOUND'],
});

/** Once the money of a raise has come in; however often it is asked, the study has so many in all, or more. */
export const givePaidPlaces = endpoint({
  method: 'PUT',
  path: '/studies/:id/money/places',
  summary: 'Give a published study the places that were paid for',
  access: 'SERVICE',
  callers: ['payment'],
  params: z.object({ id: Id }),
  body: z.strictObject({ places: Places }),
  errors: addPlaces.errors,
});
