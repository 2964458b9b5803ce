import { type BegunAnswers, keepAnswers } from '@app/contracts/project/begun-answers.ts';
import type { StudyForParticipant } from '@app/contracts/project/browsing.ts';
import { onlineManager } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { callProject } from '../../api/call.ts';
import { beforeLogOut } from '../../api/session/log-out.ts';
import { clearDrafts, readDraft, writeDraft } from '../../forms/drafts.ts';
import { readUser } from '../../session/session.ts';
import { type AnswerKeeper, createAnswerKeeper } from './answer-keeper.ts';
import { answersKey } from './answers-key.ts';
import { type Answers, fieldOf, fieldsOf } from './responses.ts';

/** A connection that says nothing for so long is none, and must not hold up what is chosen afterwards. */
const PATIENCE_MS = 10_000;

/** Sends what this person chooses here to their account. `onKept` is told what the server has then. */
export function useAnswerKeeper(
  id: string,
  userId: string,
  onKept: (answers: BegunAnswers) => void,
): AnswerKeeper {
  const [keeper] = useState(() =>
    createAnswerKeeper({
      send: (answers) =>
        callProject(
          keepAnswers,
          { params: { id }, body: { answers }, outlivesPage: true },
          AbortSignal.timeout(PATIENCE_MS),
        ),
      maySend: () => onlineManager.isOnline() && readUser()?.userId === userId,
      onKept,
    }),
  );
  useEffect(() => {
    const onVisibility = () => void (document.hidden && keeper.leave());
    document.addEventListener('visibilitychange', onVisibility);
    const stopListening = onlineManager.subscribe((isOnline) => void (isOnline && keeper.flush()));
    const forget = beforeLogOut(() => keeper.farewell());
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      stopListening();
      // A log-out right afterwards waits for it.
      void keeper.flush().finally(forget);
    };
  }, [keeper]);
  return keeper;
}

/** Of a form's values those that only this device has: the draft. */
export function unsentOf(
  screeners: StudyForParticipant['screeners'],
  keeper: AnswerKeeper,
  values: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(
    screeners
      .filter((question) => keeper.isUnsent(question.id))
      .map((question) => [fieldOf(question), values[fieldOf(question)]]),
  );
}

/**
 * Brings a form and what the server has of it together, question by question: what is chosen here stays, and the rest follows
 * the server, where another device may have answered.
 */
export function useKeptAnswers(
  { id, screeners, begunAnswers }: StudyForParticipant,
  form: UseFormReturn<Answers, unknown, Answers>,
  keeper: AnswerKeeper,
): void {
  const chosenHere = useRef(new Set<string>());
  const [begunAtFirst] = useState(() => fieldsOf(screeners, begunAnswers ?? {}));

  useEffect(() => {
    const questions = new Map(screeners.map((question) => [fieldOf(question), question.id]));
    const choose = (name: string, option: string) => {
      const question = questions.get(name);
      if (question === undefined) return;
      chosenHere.current.add(name);
      keeper.chosen(question, option);
    };
    // What the draft has otherwise than the server was chosen here before, and is not there yet.
    for (const [name, option] of Object.entries(form.getValues())) {
      if (option && option !== begunAtFirst[name]) choose(name, option);
    }
    return form.subscribe({
      formState: { values: true },
      callback({ values, name, type }) {
        const option = name === undefined ? undefined : values[name];
        if (type === 'change' && name !== undefined && option) choose(name, option);
      },
    });
  }, [keeper, form, screeners, begunAtFirst]);

  useEffect(() => {
    for (const [name, option] of Object.entries(fieldsOf(screeners, begunAnswers ?? {}))) {
      if (chosenHere.current.has(name) || form.getValues(name) === option) continue;
      form.setValue(name, option, { shouldValidate: true });
    }
    const key = answersKey(id);
    if (readDraft(key) === null) return;
    const unsent = unsentOf(screeners, keeper, form.getValues());
    if (Object.keys(unsent).length > 0) writeDraft(key, unsent);
    else clearDrafts([key]);
  }, [keeper, form, id, screeners, begunAnswers]);
}
