import { ScreenerSurvey } from '@app/contracts/project/studies.ts';
import { studyWizardWords as words } from '@app/words/study-wizard.ts';
import { describe, expect, it } from 'vitest';
import {
  changeScreener,
  questionHints,
  isBlank,
  splitLines,
  pasteChoices,
  focusTargetAfter,
  changeRefusal,
  createScreenerId,
  type Screener,
  type ScreenerChange,
  inverseChange,
  screenerProblem,
} from './screener.ts';

const after = (...changes: ScreenerChange[]) =>
  changes.reduce<Screener>((screener, one) => changeScreener(screener, one), []);
const withOneQuestion = () => after({ type: 'ADD_QUESTION' });
const ids = (screener: Screener) =>
  screener.flatMap(({ id, options }) => [id, ...options.map((option) => option.id)]);

describe('S-309 the screener builder', () => {
  it('adds a question with empty text and two empty choices', () => {
    const [question] = withOneQuestion();
    expect(question).toMatchObject({
      question: '',
      options: [
        { answer: '', eligibility: '' },
        { answer: '', eligibility: '' },
      ],
    });
    expect(isBlank(question!)).toBe(true);
  });

  it('generates unique ids of six letters or digits, for any random numbers', () => {
    expect(createScreenerId()).toMatch(/^[A-Za-z0-9]{6}$/);
    const repeating = ['aaaaaa', 'aaaaaa', 'bbbbbb', 'aaaaaa', 'cccccc'];
    const screener = changeScreener([], { type: 'ADD_QUESTION' }, () => repeating.shift()!);
    expect(ids(screener)).toEqual(['aaaaaa', 'bbbbbb', 'cccccc']);
    expect(ScreenerSurvey.safeParse(screener).success).toBe(true);
  });

  it('keeps the last question and the last two choices, and says so', () => {
    const one = withOneQuestion();
    const { id: questionId, options } = one[0]!;
    const removeQuestion = { type: 'REMOVE_QUESTION', questionId } as const;
    const removeOption = { type: 'REMOVE_OPTION', questionId, optionId: options[0]!.id } as const;
    expect(changeRefusal(one, removeQuestion)).toBe('You must at least one question');
    expect(changeRefusal(one, removeOption)).toBe('You must at least two choices');
    expect(changeScreener(one, removeQuestion)).toBe(one);

    const more = changeScreener(changeScreener(one, { type: 'ADD_OPTION', questionId }), {
      type: 'ADD_QUESTION',
    });
    expect(changeScreener(more, removeOption)[0]!.options).toHaveLength(2);
    expect(changeScreener(more, removeQuestion).map(({ id }) => id)).toEqual([more[1]!.id]);
  });

  it('changes the given question, and keeps every other question as the same object', () => {
    const screener = after({ type: 'ADD_QUESTION' }, { type: 'ADD_QUESTION' });
    const { id: questionId, options } = screener[1]!;
    const to = { answer: 'Yes', eligibility: 'QUALIFY' } as const;
    const next = changeScreener(screener, {
      type: 'CHANGE_OPTION',
      questionId,
      optionId: options[1]!.id,
      to,
    });
    expect(next[1]!.options[1]).toMatchObject(to);
    expect(next[0]).toBe(screener[0]);
    expect(next[1]!.options[0]).toBe(options[0]);
  });

  it('stops at the limits of the contract', () => {
    let screener = withOneQuestion();
    const { id: questionId } = screener[0]!;
    for (let at = 0; at < 60; at += 1) {
      screener = changeScreener(changeScreener(screener, { type: 'ADD_QUESTION' }), {
        type: 'ADD_OPTION',
        questionId,
      });
    }
    expect([screener.length, screener[0]!.options.length]).toEqual([50, 20]);
    expect(ScreenerSurvey.safeParse(screener).success).toBe(true);
    expect(changeRefusal(screener, { type: 'ADD_QUESTION' })).toBe(words.noMoreQuestions(50));
  });
});

it('D-04 warns about questions that would not work, and forbids none of them', () => {
  const option = (answer: string, eligibility: 'QUALIFY' | 'DISQUALIFY' | '') => ({
    id: answer,
    answer,
    eligibility,
  });
  const ask = (question: string, ...options: ReturnType<typeof option>[]) =>
    questionHints({ id: 'q', question, options });
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
  expect(ScreenerSurvey.safeParse(withOneQuestion()).success).toBe(true);
});

describe('S-309 undoing a deletion', () => {
  const written = (text: string, from: Screener) =>
    from.reduce<Screener>(
      (screener, { id }) =>
        changeScreener(screener, { type: 'WRITE_QUESTION', questionId: id, text: `${text} ${id}` }),
      from,
    );
  const three = written(
    'Question',
    after({ type: 'ADD_QUESTION' }, { type: 'ADD_QUESTION' }, { type: 'ADD_QUESTION' }),
  );
  const [first, second, third] = three.map(({ id }) => id);

  it('restores a question at its position, with its text', () => {
    const removal = { type: 'REMOVE_QUESTION', questionId: second! } as const;
    const undo = inverseChange(three, removal)!;
    expect(undo.number).toBe(2);
    expect(changeScreener(changeScreener(three, removal), undo.change)).toEqual(three);
  });

  it('restores a choice at its position; a blank one is not restored', () => {
    const questionId = first!;
    const more = changeScreener(three, { type: 'ADD_OPTION', questionId });
    const optionId = more[0]!.options[1]!.id;
    const removal = { type: 'REMOVE_OPTION', questionId, optionId } as const;
    expect(inverseChange(more, removal)).toBeUndefined();
    const decided = changeScreener(more, {
      type: 'CHANGE_OPTION',
      questionId,
      optionId,
      to: { eligibility: 'QUALIFY' },
    });
    const undo = inverseChange(decided, removal)!;
    expect(changeScreener(changeScreener(decided, removal), undo.change)).toEqual(decided);
    expect(
      inverseChange(withOneQuestion(), { type: 'REMOVE_QUESTION', questionId: 'unknown' }),
    ).toBeUndefined();
  });

  it('keeps the focus next to a deleted item, and on an added one', () => {
    const place = (change: ScreenerChange) => focusTargetAfter(three, changeScreener(three, change), change);
    expect(place({ type: 'REMOVE_QUESTION', questionId: first! })).toBe(second);
    expect(place({ type: 'REMOVE_QUESTION', questionId: third! })).toBe(second);
    expect(place({ type: 'WRITE_QUESTION', questionId: third!, text: '' })).toBeUndefined();
    const grown = changeScreener(three, { type: 'ADD_OPTION', questionId: first! });
    expect(focusTargetAfter(three, grown, { type: 'ADD_OPTION', questionId: first! })).toBe(
      grown[0]!.options.at(-1)!.id,
    );
  });
});

it('S-310 says that the whole screener is too long', () => {
  expect(screenerProblem([])).toBeUndefined();
  expect(screenerProblem(withOneQuestion())).toBeUndefined();
  const long = Array.from({ length: 50 }, (_, at) => ({
    id: `q${String(at).padStart(5, '0')}`,
    question: '₵'.repeat(250),
    options: ['a', 'b'].map((side) => ({
      id: side + String(at).padStart(5, '0'),
      answer: '₵'.repeat(250),
      eligibility: '' as const,
    })),
  }));
  expect(screenerProblem(long)).toMatch(/too long/);
});

describe('S-310 pasting a list', () => {
  const blank = withOneQuestion();
  const question = blank[0]!;
  const [first, second] = question.options.map(({ id }) => id);
  const paste = (screener: Screener, optionId: string, lines: string[]) =>
    changeScreener(screener, { type: 'PASTE_OPTIONS', questionId: question.id, optionId, lines });
  const answersOf = (screener: Screener) => screener[0]!.options.map(({ answer }) => answer);

  it('makes one choice of each line, with any line ending; a single line is no list', () => {
    expect(splitLines('Daily\r\n Weekly \n\nNever\r')).toEqual(['Daily', 'Weekly', 'Never']);
    expect(splitLines('Daily\n')).toEqual([]);
  });

  it('fills blank choices, adds the others, and keeps choices that have text', () => {
    const filled = paste(blank, first!, ['Daily', 'Weekly', 'Monthly']);
    expect(answersOf(filled)).toEqual(['Daily', 'Weekly', 'Monthly']);
    const more = paste(filled, second!, ['Weekly', 'Rarely', 'Never']);
    expect(answersOf(more)).toEqual(['Daily', 'Weekly', 'Rarely', 'Never', 'Monthly']);
    expect(ScreenerSurvey.safeParse(more).success).toBe(true);
  });

  it('returns the lines that a question has no room for', () => {
    const lines = Array.from({ length: 30 }, (_, at) => `Line ${at}`);
    const { surplus } = pasteChoices(question.options, { optionId: first!, lines });
    const filled = paste(blank, first!, lines);
    expect([...answersOf(filled), ...surplus]).toEqual(lines);
    expect(answersOf(filled)).toHaveLength(20);
  });
});
