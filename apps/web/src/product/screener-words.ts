import { studyDetailsWords as words } from '@app/words/study-details.ts';

/** Has no eligibility, because participants must not see which choices qualify. */
interface AskedQuestion {
  question: string;
  options: readonly { id: string; answer: string }[];
}

export function questionLabel({ question }: AskedQuestion, at: number): string {
  const text = question.trim();
  return text === '' ? words.untitledQuestion(at + 1) : words.question(at + 1, text);
}

export function questionChoices({ options }: AskedQuestion): { value: string; label: string }[] {
  return options.map(({ id, answer }, at) => {
    const text = answer.trim();
    return { value: id, label: text === '' ? words.untitledChoice(at + 1) : text };
  });
}
