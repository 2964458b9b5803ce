import { today } from '@app/contracts/calendar.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { choiceWords } from '@app/words/choices.ts';
import { meetingWords } from '@app/words/meetings.ts';
import type { WriteLetter } from '../../letters/routes.ts';
import { findStandingStep } from './queries.ts';

/** About a step of an application (`about`), as long as it is the last one and the applicant knows it. */
const aboutDecision =
  (status: 'ACCEPTED' | 'DECLINED', pathOf: (studyId: string) => string): WriteLetter =>
  async ({ db }, { userId, about: stepId }) => {
    const step = await findStandingStep(db, { stepId, applicantId: userId });
    if (step?.status !== status) return undefined;
    const { studyId, publicName: study, reason, companyName, incentive, availableDates } = step;
    const lengths: Readonly<Record<number, string>> = choiceWords.durationInMinutes;
    const params = {
      study,
      reason: reason ?? '',
      company: companyName ?? '',
      incentive: String(incentive),
      length: lengths[step.durationInMinutes ?? 0] ?? '',
      way: meetingWords.way[step.meetingWay],
      days: availableDates.filter((day) => day >= today()).join(' '),
    };
    return { params, path: pathOf(studyId), event: null };
  };

export const writeAccepted = aboutDecision('ACCEPTED', paths.chooseTime);
export const writeDeclined = aboutDecision('DECLINED', () => paths.browseStudies);
