import type { Topic } from '@app/words/help.ts';

const plain = (text: string) =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase();

/** The answers that have every word of a search, or its beginning, under their topics. */
export function findAnswers(topics: readonly Topic[], search: string): Topic[] {
  const words = plain(search)
    .split(/[^\p{L}\p{N}']+/u)
    .filter(Boolean);
  return topics.flatMap((topic) => {
    const answers = topic.answers.filter(({ question, answer }) => {
      const text = ` ${plain(`${topic.name} ${question} ${answer}`).replaceAll(/[^\p{L}\p{N}']+/gu, ' ')}`;
      return words.every((word) => text.includes(` ${word}`));
    });
    return answers.length === 0 ? [] : [{ ...topic, answers }];
  });
}
