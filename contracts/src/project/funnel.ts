import * as z from 'zod/mini';
import { REACH_READINGS } from '../identity/reach.ts';
import { endpoint, Id } from '../endpoint.ts';
import { UNMET_REQUIREMENTS } from './browsing.ts';
import { VIEW_SOURCES } from './view-sources.ts';

export const FUNNEL_STAGES = [
  'SEEN',
  'BEGAN',
  'APPLIED',
  'FITS',
  'ACCEPTED',
  'HAS_TIME',
  'CAME',
  'PAID',
] as const;
export type FunnelStage = (typeof FUNNEL_STAGES)[number];

/**
 * HIDDEN replaces a figure if it could reveal fewer than five people, alone or by its difference to another
 * figure.
 */
const Figure = z.union([z.int(), z.literal('HIDDEN')]);
export type Figure = z.infer<typeof Figure>;
/** A figure is null if it is unknown, for example because the payment service does not answer. */
const figures = z.array(z.nullable(Figure));
export type Figures = z.infer<typeof figures>;

export const Funnel = z.object({
  all: figures,
  /** `source` is null for applications without a view, and for people who have deleted their account. */
  sources: z.array(z.object({ source: z.nullable(z.enum(VIEW_SOURCES)), figures })),
  quotas: z.array(z.object({ quota: z.nullable(z.int()), figures })),
  days: z.array(z.object({ day: z.string(), figures })),
  /** Only an online study has these counts. The applicants page shows who these people are. */
  ended: z.optional(z.object({ SCREENED_OUT: z.int(), REJECTED: z.int() })),
});
export type Funnel = z.infer<typeof Funnel>;

const studyId = z.object({ id: Id });

export const readFunnel = endpoint({
  method: 'GET',
  path: '/studies/:id/funnel',
  summary: 'The recruitment funnel of a study, by source, by group and by day',
  access: 'RESEARCHER',
  isCostly: true,
  params: studyId,
  reply: Funnel,
  errors: ['STUDY_NOT_FOUND'],
});

export const exportFunnel = endpoint({
  method: 'GET',
  path: '/studies/:id/funnel/export',
  summary: 'The same as CSV in UTF-8',
  access: 'RESEARCHER',
  isCostly: true,
  params: studyId,
  file: 'text/csv',
  errors: ['STUDY_NOT_FOUND', 'EXPORTS_BLOCKED'],
});

const reach = { count: z.int(), reading: z.optional(z.enum(REACH_READINGS)) };

/** Nothing records why a study does not fit a person, so this leaves out one criterion at a time. */
export const readReachWithoutCriteria = endpoint({
  method: 'GET',
  path: '/studies/:id/left-out',
  summary: 'How many participants a study fits, and how many it would fit without each of its criteria',
  access: 'RESEARCHER',
  isCostly: true,
  params: studyId,
  reply: z.object({
    ...reach,
    without: z.array(z.object({ criterion: z.enum(UNMET_REQUIREMENTS), ...reach })),
  }),
  errors: ['STUDY_NOT_FOUND'],
});
