import { studyFactsWords as words } from '@app/words/study-facts.ts';

/** A question as a participant reads it: without what its choices mean. */
interface AskedQuestion {
  question: string;
  options: readonly { id: string; answer: string }[];
}

/** A question without words is known by its number. */
export function questionLabel({ question }: AskedQuestion, at: number): string {
  const text = question.trim();
  return text === '' ? words.untitledQuestion(at + 1) : words.question(at + 1, text);
}

/** Options to choose from; one without words is known by its number. */
export function questionChoices({ options }: AskedQuestion): { value: string; label: string }[] {
  return options.map(({ id, answer }, at) => {
    const text = answer.trim();
    return { value: id, label: text === '' ? words.untitledChoice(at + 1) : text };
  });
}
