import { ScreenerSurvey } from '@app/contracts/project/studies.ts';
import { studyWizardMessages as words } from '@app/contracts/messages/study-wizard.ts';
import { describe, expect, it } from 'vitest';
import {
  changeSurvey,
  hintsOf,
  isBlank,
  refusalOf,
  screenerId,
  type Survey,
  type SurveyChange,
} from './screener.ts';

const after = (...changes: SurveyChange[]) =>
  changes.reduce<Survey>((survey, one) => changeSurvey(survey, one), []);
const begun = () => after({ type: 'ADD_QUESTION' });
const ids = (survey: Survey) =>
  survey.flatMap(({ id, options }) => [id, ...options.map((option) => option.id)]);

describe('S-309 the screener builder', () => {
  it('adds a question with empty text and two empty choices', () => {
    const [question] = begun();
    expect(question).toMatchObject({
      question: '',
      options: [
        { answer: '', eligibility: '' },
        { answer: '', eligibility: '' },
      ],
    });
    expect(isBlank(question!)).toBe(true);
  });

  it('gives ids of six letters or digits, each once, whatever chance says', () => {
    expect(screenerId()).toMatch(/^[A-Za-z0-9]{6}$/);
    const repeating = ['aaaaaa', 'aaaaaa', 'bbbbbb', 'aaaaaa', 'cccccc'];
    const survey = changeSurvey([], { type: 'ADD_QUESTION' }, () => repeating.shift()!);
    expect(ids(survey)).toEqual(['aaaaaa', 'bbbbbb', 'cccccc']);
    expect(ScreenerSurvey.safeParse(survey).success).toBe(true);
  });

  it('keeps the last question and the last two choices, and says so', () => {
    const one = begun();
    const { id: questionId, options } = one[0]!;
    const removeQuestion = { type: 'REMOVE_QUESTION', questionId } as const;
    const removeOption = { type: 'REMOVE_OPTION', questionId, optionId: options[0]!.id } as const;
    expect(refusalOf(one, removeQuestion)).toBe('You must at least one question');
    expect(refusalOf(one, removeOption)).toBe('You must at least two choices');
    expect(changeSurvey(one, removeQuestion)).toBe(one);

    const more = changeSurvey(changeSurvey(one, { type: 'ADD_OPTION', questionId }), {
      type: 'ADD_QUESTION',
    });
    expect(changeSurvey(more, removeOption)[0]!.options).toHaveLength(2);
    expect(changeSurvey(more, removeQuestion).map(({ id }) => id)).toEqual([more[1]!.id]);
  });

  it('changes what is meant and leaves every other question the same object', () => {
    const survey = after({ type: 'ADD_QUESTION' }, { type: 'ADD_QUESTION' });
    const { id: questionId, options } = survey[1]!;
    const to = { answer: 'Yes', eligibility: 'QUALIFY' } as const;
    const next = changeSurvey(survey, { type: 'CHANGE_OPTION', questionId, optionId: options[1]!.id, to });
    expect(next[1]!.options[1]).toMatchObject(to);
    expect(next[0]).toBe(survey[0]);
    expect(next[1]!.options[0]).toBe(options[0]);
  });

  it('stops where the contract stops', () => {
    let survey = begun();
    const { id: questionId } = survey[0]!;
    for (let at = 0; at < 60; at += 1) {
      survey = changeSurvey(changeSurvey(survey, { type: 'ADD_QUESTION' }), {
        type: 'ADD_OPTION',
        questionId,
      });
    }
    expect([survey.length, survey[0]!.options.length]).toEqual([50, 20]);
    expect(ScreenerSurvey.safeParse(survey).success).toBe(true);
    expect(refusalOf(survey, { type: 'ADD_QUESTION' })).toBe(words.noMoreQuestions(50));
  });
});

it('D-04 hints at what would not work and forbids none of it', () => {
  const option = (answer: string, eligibility: 'QUALIFY' | 'DISQUALIFY' | '') => ({
    id: answer,
    answer,
    eligibility,
  });
  const ask = (question: string, ...options: ReturnType<typeof option>[]) =>
    hintsOf({ id: 'q', question, options });
  const { hints } = words;
  expect(ask('How often?', option('Daily', 'QUALIFY'), option('Never', 'DISQUALIFY'))).toEqual([]);
  expect(ask(' ', option('a', ''), option('', ''))).toEqual([
    hints.noText,
    hints.emptyChoices,
    hints.disqualifiesNobody,
  ]);
  expect(ask('x', option('a', 'DISQUALIFY'), option('a ', 'DISQUALIFY'))).toEqual([
    hints.sameChoices,
    hints.disqualifiesEverybody,
  ]);
  expect(ScreenerSurvey.safeParse(begun()).success).toBe(true);
});
