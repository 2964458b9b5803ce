import { describe, expect, it } from 'vitest';
import { reachableStep } from '../../../forms/use-step.ts';
import { changeScreener } from '../screener/screener.ts';
import { studyFromDrafts } from '../../../product/study-from-drafts.ts';
import { furthestStage } from './stages.ts';

const details = {
  name: 'Queues',
  publicName: 'Waiting',
  description: 'We wait with you.',
  deviceRequirements: ['TABLET'],
};
const demographics = {
  minimumAge: 18,
  maximumAge: 18,
  gender: ['FEMALE'],
  education: ['DIPLOMA'],
  annualHouseholdIncome: ['LESS_THAN_10000'],
};
const screener = changeScreener([], { type: 'ADD_QUESTION' });

const lying = (drafts: Record<string, unknown>) => (key: string) => drafts[key] ?? null;

describe('S-303 S-307 stages', () => {
  it.each([
    ['nothing', {}, 1],
    ['rubbish', { studyDetails: [1] }, 1],
    ['stage 1', { studyDetails: details }, 2],
    ['a stage out of turn', { participantsDemographics: demographics, screenerSurvey: screener }, 1],
    [
      'an empty screener',
      { studyDetails: details, participantsDemographics: demographics, screenerSurvey: [] },
      3,
    ],
    ['all', { studyDetails: details, participantsDemographics: demographics, screenerSurvey: screener }, 4],
  ])('opens the stage after the completed ones: %s', (_, drafts, stage) => {
    expect(furthestStage(lying(drafts))).toBe(stage);
  });

  it('makes one study of the three stages, or none', () => {
    const drafts = {
      studyDetails: details,
      participantsDemographics: demographics,
      screenerSurvey: screener,
    };
    expect(studyFromDrafts('p', lying(drafts))).toEqual({
      projectId: 'p',
      ...details,
      ...demographics,
      screeners: screener,
    });
    expect(studyFromDrafts('p', lying({ ...drafts, studyDetails: null }))).toBeUndefined();
  });

  it.each([
    [null, 4, 1],
    ['3', 4, 3],
    ['4', 2, 2],
    ['0', 4, 1],
    ['x', 4, 1],
    ['2.5', 4, 1],
  ])('if %j are requested and %i reachable, it shows %i', (asked, reachable, shown) => {
    expect(reachableStep(asked, reachable)).toBe(shown);
  });
});
