import '../../../forms/all-rules.ts';
import { ruleText } from '@app/words/say-rule.ts';
import {
  ANSWER_MAX_LENGTH,
  MAX_OPTIONS,
  MAX_QUESTIONS,
  MIN_OPTIONS,
  QUESTION_MAX_LENGTH,
  type ScreenerQuestion,
  ScreenerSurvey,
} from '@app/contracts/project/studies.ts';
import { studyWizardWords as words } from '@app/words/study-wizard.ts';
import { countCharacters } from '@app/contracts/text.ts';

type Option = ScreenerQuestion['options'][number];
export type Screener = readonly ScreenerQuestion[];

const ID_LENGTH = 6;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** Bytes from this value on are not used, because the first letters would then be more frequent. */
const FAIR_BYTES = 256 - (256 % ALPHABET.length);

/** The id is six random letters or digits (section 9 of the specification). */
export function createScreenerId(): string {
  let id = '';
  while (id.length < ID_LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(ID_LENGTH))) {
      if (byte < FAIR_BYTES && id.length < ID_LENGTH) id += ALPHABET[byte % ALPHABET.length];
    }
  }
  return id;
}

function freshId(taken: Screener, newId: () => string): string {
  const ids = new Set(taken.flatMap((question) => [question.id, ...question.options.map(({ id }) => id)]));
  for (;;) {
    const id = newId();
    if (!ids.has(id)) return id;
  }
}

const emptyOption = (id: string): Option => ({ id, answer: '', eligibility: '' });
const isBlankOption = ({ answer, eligibility }: Option) => answer === '' && eligibility === '';

export type ScreenerChange =
  | { type: 'ADD_QUESTION' }
  | { type: 'REMOVE_QUESTION'; questionId: string }
  | { type: 'PUT_QUESTION'; question: ScreenerQuestion; at: number }
  | { type: 'WRITE_QUESTION'; questionId: string; text: string }
  | { type: 'ADD_OPTION'; questionId: string }
  | { type: 'REMOVE_OPTION'; questionId: string; optionId: string }
  | { type: 'PUT_OPTION'; questionId: string; option: Option; at: number }
  | { type: 'PASTE_OPTIONS'; questionId: string; optionId: string; lines: readonly string[] }
  | { type: 'CHANGE_OPTION'; questionId: string; optionId: string; to: Partial<Omit<Option, 'id'>> };

export function changeRefusal(screener: Screener, change: ScreenerChange): string | null {
  const options = 'questionId' in change ? questionOptions(screener, change.questionId) : [];
  switch (change.type) {
    case 'ADD_QUESTION':
    case 'PUT_QUESTION':
      return screener.length >= MAX_QUESTIONS ? words.noMoreQuestions(MAX_QUESTIONS) : null;
    case 'REMOVE_QUESTION':
      return screener.length <= 1 ? words.atLeastOneQuestion : null;
    case 'ADD_OPTION':
    case 'PUT_OPTION':
      return options.length >= MAX_OPTIONS ? words.noMoreChoices(MAX_OPTIONS) : null;
    case 'REMOVE_OPTION':
      return options.length <= MIN_OPTIONS ? words.atLeastTwoChoices : null;
    default:
      return null;
  }
}

const questionOptions = (screener: Screener, questionId: string) =>
  screener.find(({ id }) => id === questionId)?.options ?? [];

export function splitLines(text: string): string[] {
  const lines = text.split(/\r\n?|[\n\u2028\u2029]/).map((line) => line.trim());
  const written = lines.filter((line) => line !== '');
  return written.length > 1 ? written : [];
}

const NO_ID = '';

/**
 * All lines after the first fill empty choices, as long as there are any. `surplus` has the remaining lines.
 */
export function pasteChoices(
  options: readonly Option[],
  { optionId, lines }: { optionId: string; lines: readonly string[] },
): { options: Option[]; surplus: string[] } {
  const after = [...options];
  let at = after.findIndex(({ id }) => id === optionId);
  if (at === -1) return { options: after, surplus: [...lines] };
  after[at] = { ...after[at]!, answer: lines[0] ?? '' };
  const left = lines.slice(1);
  while (left.length > 0) {
    const next = after[at + 1];
    if (next !== undefined && isBlankOption(next)) after[at + 1] = { ...next, answer: left.shift() ?? '' };
    else if (after.length < MAX_OPTIONS)
      after.splice(at + 1, 0, { ...emptyOption(NO_ID), answer: left.shift() ?? '' });
    else break;
    at += 1;
  }
  return { options: after, surplus: left };
}

function withIds(screener: Screener, options: readonly Option[], newId: () => string): Option[] {
  const taken = [...screener];
  return options.map((option) => {
    if (option.id !== NO_ID) return option;
    const made = { ...option, id: freshId(taken, newId) };
    taken.push({ id: made.id, question: '', options: [] });
    return made;
  });
}

export function changeScreener(
  screener: Screener,
  change: ScreenerChange,
  newId: () => string = createScreenerId,
): Screener {
  if (changeRefusal(screener, change) !== null) return screener;
  if (change.type === 'ADD_QUESTION') {
    const question: ScreenerQuestion = { id: freshId(screener, newId), question: '', options: [] };
    const added: ScreenerQuestion[] = [...screener, question];
    while (question.options.length < MIN_OPTIONS) question.options.push(emptyOption(freshId(added, newId)));
    return added;
  }
  if (change.type === 'PUT_QUESTION') return screener.toSpliced(change.at, 0, change.question);
  if (change.type === 'REMOVE_QUESTION') return screener.filter(({ id }) => id !== change.questionId);
  return screener.map((question) => {
    if (question.id !== change.questionId) return question;
    if (change.type === 'WRITE_QUESTION') return { ...question, question: change.text };
    if (change.type === 'ADD_OPTION')
      return { ...question, options: [...question.options, emptyOption(freshId(screener, newId))] };
    if (change.type === 'PUT_OPTION')
      return { ...question, options: question.options.toSpliced(change.at, 0, change.option) };
    if (change.type === 'PASTE_OPTIONS') {
      const { options } = pasteChoices(question.options, change);
      return { ...question, options: withIds(screener, options, newId) };
    }
    if (change.type === 'REMOVE_OPTION')
      return { ...question, options: question.options.filter(({ id }) => id !== change.optionId) };
    const options = question.options.map((option) =>
      option.id === change.optionId ? { ...option, ...change.to } : option,
    );
    return { ...question, options };
  });
}

/** Returns undefined if nothing is lost by the deletion, because no undo is needed then. */
export function inverseChange(
  screener: Screener,
  change: ScreenerChange,
): { change: ScreenerChange; number: number } | undefined {
  if (change.type === 'REMOVE_QUESTION') {
    const at = screener.findIndex(({ id }) => id === change.questionId);
    const question = screener[at];
    if (question === undefined || isBlank(question)) return undefined;
    return { change: { type: 'PUT_QUESTION', question, at }, number: at + 1 };
  }
  if (change.type !== 'REMOVE_OPTION') return undefined;
  const { questionId, optionId } = change;
  const options = questionOptions(screener, questionId);
  const at = options.findIndex(({ id }) => id === optionId);
  const option = options[at];
  if (option === undefined || isBlankOption(option)) return undefined;
  return { change: { type: 'PUT_OPTION', questionId, option, at }, number: at + 1 };
}

const neighbourId = (items: readonly { id: string }[], goneId: string): string | undefined => {
  const at = items.findIndex(({ id }) => id === goneId);
  return (items[at + 1] ?? items[at - 1])?.id;
};

export function focusTargetAfter(
  before: Screener,
  after: Screener,
  change: ScreenerChange,
): string | undefined {
  switch (change.type) {
    case 'ADD_QUESTION':
      return after.at(-1)?.id;
    case 'PUT_QUESTION':
      return change.question.id;
    case 'REMOVE_QUESTION':
      return neighbourId(before, change.questionId);
    case 'ADD_OPTION':
      return questionOptions(after, change.questionId).at(-1)?.id;
    case 'PUT_OPTION':
      return change.option.id;
    case 'REMOVE_OPTION':
      return neighbourId(questionOptions(before, change.questionId), change.optionId);
    default:
      return undefined;
  }
}

const plain = (text: string) => text.trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** A hint never prevents saving (D-04, S-310). */
export function questionHints({ question, options }: ScreenerQuestion): string[] {
  const answers = options.map(({ answer }) => plain(answer));
  const written = answers.filter(Boolean);
  const disqualifying = options.filter(({ eligibility }) => eligibility === 'DISQUALIFY').length;
  const { hints } = words;
  return [
    ...(question.trim() === '' ? [hints.noText] : []),
    ...(written.length < answers.length ? [hints.emptyChoices] : []),
    ...(new Set(written).size < written.length ? [hints.sameChoices] : []),
    ...(disqualifying === 0 ? [hints.disqualifiesNobody] : []),
    ...(disqualifying === options.length ? [hints.disqualifiesEverybody] : []),
  ];
}

export function hintedQuestions(screener: Screener): number[] {
  return screener.flatMap((question, at) => (questionHints(question).length > 0 ? [at + 1] : []));
}

export function isBlank({ question, options }: ScreenerQuestion): boolean {
  return question === '' && options.every(isBlankOption);
}

export function screenerProblem(screener: Screener): string | undefined {
  const { error } = screener.length === 0 ? {} : ScreenerSurvey.safeParse(screener);
  const broken = error?.issues.find(({ path }) => path.length === 0)?.message;
  return broken === undefined ? undefined : ruleText(broken);
}

export const isTooLongQuestion = (text: string) => countCharacters(text) > QUESTION_MAX_LENGTH;
export const isTooLongAnswer = (text: string) => countCharacters(text) > ANSWER_MAX_LENGTH;
