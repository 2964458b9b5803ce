import { expect, it } from 'vitest';
import { CallFailed } from '../../api/failure.ts';
import { questionChoices, questionLabel } from '../../product/screener-words.ts';
import {
  answersSchema,
  draftFromFields,
  blankAnswers,
  fieldsFromDraft,
  toResponses,
  unanswered,
} from './answer-fields.ts';
import { studyStateFromRefusal, applicationView } from './application-view.ts';

const questions = [
  {
    id: '123456',
    question: 'Do you sell at a market?',
    options: [
      { id: 'aaaaaa', answer: 'Yes' },
      { id: 'bbbbbb', answer: 'No' },
    ],
  },
  {
    id: 'Qwerty',
    question: ' ',
    options: [
      { id: 'cccccc', answer: '' },
      { id: 'dddddd', answer: '' },
    ],
  },
];
const answers = { q123456: 'bbbbbb', qQwerty: 'dddddd' };

it('S-405 begins with blank answers, and requires all of them', () => {
  const schema = answersSchema(questions);
  expect(Object.keys(blankAnswers(questions))).toEqual(['q123456', 'qQwerty']);
  expect(schema.safeParse(blankAnswers(questions)).success).toBe(false);
  expect(schema.safeParse({ ...answers, qQwerty: 'aaaaaa' }).success).toBe(false);
  expect(schema.safeParse(answers).success).toBe(true);
  expect(unanswered(questions, { q123456: 'bbbbbb' })).toEqual([questions[1]]);
  expect(unanswered(questions, answers)).toEqual([]);
});

it('S-405 sends number, question and answer word for word', () => {
  expect(toResponses(questions, answers)).toEqual([
    { id: '1', question: 'Do you sell at a market?', answer: 'No' },
    { id: '2', question: ' ', answer: '' },
  ]);
});

it('S-405 begins with the stored answers to these questions, if their options still exist', () => {
  const draftAnswers = { Qwerty: 'dddddd', '123456': 'cccccc', zzzzzz: 'aaaaaa' };
  expect(fieldsFromDraft(questions, draftAnswers)).toEqual({ qQwerty: 'dddddd' });
  expect(fieldsFromDraft(questions, {})).toEqual({});
});

it('S-405 stores choices by the ids of the study, in the order of its questions', () => {
  expect(JSON.stringify(draftFromFields(questions, { qQwerty: 'dddddd', q123456: 'bbbbbb' }))).toBe(
    '{"123456":"bbbbbb","Qwerty":"dddddd"}',
  );
  expect(draftFromFields(questions, { q123456: null, qQwerty: 'aaaaaa', qzzzzzz: 'aaaaaa' })).toEqual({});
  expect(fieldsFromDraft(questions, draftFromFields(questions, answers))).toEqual(answers);
});

it('S-310 names an untitled question or choice by its number', () => {
  expect(questions.map(questionLabel)).toEqual(['1. Do you sell at a market?', 'Question 2']);
  expect(questionChoices(questions[1]!)).toEqual([
    { value: 'cccccc', label: 'Choice 1' },
    { value: 'dddddd', label: 'Choice 2' },
  ]);
});

it.each([
  [{ hasApplied: false, recruitmentStatus: 'OPEN' as const, unmetRequirements: [] }, 'OPEN'],
  [{ hasApplied: false, recruitmentStatus: 'FULL' as const, unmetRequirements: [] }, 'FULL'],
  [{ hasApplied: false, recruitmentStatus: 'PAUSED' as const, unmetRequirements: [] }, 'PAUSED'],
  [{ hasApplied: false, recruitmentStatus: 'OPEN' as const, unmetRequirements: ['AGE' as const] }, 'UNFIT'],
  [{ hasApplied: false, recruitmentStatus: 'FULL' as const, unmetRequirements: ['AGE' as const] }, 'UNFIT'],
  [
    { hasApplied: false, recruitmentStatus: 'OPEN' as const, unmetRequirements: ['GROUP' as const] },
    'ENOUGH',
  ],
  [
    { hasApplied: false, recruitmentStatus: 'CLOSED' as const, unmetRequirements: ['AGE' as const] },
    'CLOSED',
  ],
  [{ hasApplied: true, recruitmentStatus: 'OPEN' as const, unmetRequirements: [] }, 'APPLIED'],
  [{ hasApplied: true, recruitmentStatus: 'CLOSED' as const, unmetRequirements: [] }, 'APPLIED'],
])('a study with %j is %s', (study, view) => {
  expect(applicationView(study)).toBe(view);
});

it('BR7 shows the known reason for a study that is no longer shown, and otherwise none', () => {
  const open = { hasApplied: false, recruitmentStatus: 'OPEN' as const, unmetRequirements: [] };
  expect(applicationView(open, true)).toBe('GONE');
  expect(applicationView({ ...open, recruitmentStatus: 'PAUSED' }, true)).toBe('PAUSED');
  expect(applicationView({ ...open, hasApplied: true }, true)).toBe('APPLIED');
});

it('BR7 derives from a refusal the message that replaces the questions', () => {
  const refused = (code: CallFailed['code']) =>
    new CallFailed({ kind: 'PROBLEM', status: 409, code, detail: '', items: [] });
  expect(studyStateFromRefusal(refused('ALREADY_APPLIED'))).toEqual({ hasApplied: true });
  expect(studyStateFromRefusal(refused('STUDY_IS_FULL'))).toEqual({ recruitmentStatus: 'FULL' });
  expect(studyStateFromRefusal(refused('GROUP_IS_FULL'))).toEqual({ unmetRequirements: ['GROUP'] });
  expect(studyStateFromRefusal(refused('STUDY_IS_PAUSED'))).toEqual({ recruitmentStatus: 'PAUSED' });
  expect(studyStateFromRefusal(refused('STUDY_IS_SUSPENDED'))).toEqual({ recruitmentStatus: 'SUSPENDED' });
  expect(studyStateFromRefusal(refused('STUDY_IS_CLOSED'))).toEqual({ recruitmentStatus: 'CLOSED' });
  expect(studyStateFromRefusal(refused('STUDY_NOT_FOUND'))).toEqual({ recruitmentStatus: 'CLOSED' });
  expect(studyStateFromRefusal(refused('INVALID_INPUT'))).toBeNull();
  expect(studyStateFromRefusal(new Error('x'))).toBeNull();
});
