import { paths } from '@app/contracts/web-paths.ts';
import type { WriteLetter } from '../../letters/routes.ts';
import { findToldStep } from './queries.ts';

/** About a step of an application (`about`), as long as it is the last one and the applicant knows it. */
const aboutDecision =
  (status: 'ACCEPTED' | 'DECLINED', path: string): WriteLetter =>
  async ({ db }, { userId, about: stepId }) => {
    const step = await findToldStep(db, { stepId, applicantId: userId });
    if (step?.status !== status) return undefined;
    return { params: { study: step.publicName, reason: step.reason ?? '' }, path, event: null };
  };

export const writeAccepted = aboutDecision('ACCEPTED', paths.studies);
export const writeDeclined = aboutDecision('DECLINED', paths.browseStudies);
