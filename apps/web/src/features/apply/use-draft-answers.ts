import { type DraftAnswers, keepAnswers } from '@app/contracts/project/draft-answers.ts';
import type { StudyForParticipant } from '@app/contracts/project/browsing.ts';
import { onlineManager } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { callProject } from '../../api/call.ts';
import { beforeLogOut } from '../../api/session/log-out.ts';
import { clearDrafts, readDraft, writeDraft } from '../../forms/drafts.ts';
import { readUser } from '../../session/session.ts';
import { type Autosave, createAutosave } from './autosave.ts';
import { answersKey } from './answers-key.ts';
import { type Answers, fieldOf, fieldsOf } from './responses.ts';

/** After this time without an answer a save is given up, so that it does not hold up later ones. */
const PATIENCE_MS = 10_000;

/** Autosave of this person's draft answers to their account; `onSaved` gets what the server has confirmed. */
export function useAutosave(id: string, userId: string, onSaved: (answers: DraftAnswers) => void): Autosave {
  const [autosave] = useState(() =>
    createAutosave({
      send: (answers) =>
        callProject(
          keepAnswers,
          { params: { id }, body: { answers }, outlivesPage: true },
          AbortSignal.timeout(PATIENCE_MS),
        ),
      maySend: () => onlineManager.isOnline() && readUser()?.userId === userId,
      onSaved,
    }),
  );
  useEffect(() => {
    const onVisibility = () => void (document.hidden && autosave.leave());
    document.addEventListener('visibilitychange', onVisibility);
    const stopListening = onlineManager.subscribe((isOnline) => void (isOnline && autosave.flush()));
    const forget = beforeLogOut(() => autosave.farewell());
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      stopListening();
      // A log-out right after this waits for the save.
      void autosave.flush().finally(forget);
    };
  }, [autosave]);
  return autosave;
}

/** The values of a form that the server has not confirmed: the draft on this device. */
export function unsentOf(
  screeners: StudyForParticipant['screeners'],
  autosave: Autosave,
  values: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(
    screeners
      .filter((question) => autosave.isUnsent(question.id))
      .map((question) => [fieldOf(question), values[fieldOf(question)]]),
  );
}

/**
 * Merges a form with the draft answers on the server, question by question. What was chosen here stays; the rest follows
 * the server, where another device may have answered.
 */
export function useDraftAnswers(
  { id, screeners, begunAnswers }: StudyForParticipant,
  form: UseFormReturn<Answers, unknown, Answers>,
  autosave: Autosave,
): void {
  const chosenHere = useRef(new Set<string>());
  const [savedAtFirst] = useState(() => fieldsOf(screeners, begunAnswers ?? {}));

  useEffect(() => {
    const questions = new Map(screeners.map((question) => [fieldOf(question), question.id]));
    const choose = (name: string, option: string) => {
      const question = questions.get(name);
      if (question === undefined) return;
      chosenHere.current.add(name);
      autosave.chosen(question, option);
    };
    // Where the draft differs from the server, it was chosen here earlier and has not arrived there.
    for (const [name, option] of Object.entries(form.getValues())) {
      if (option && option !== savedAtFirst[name]) choose(name, option);
    }
    return form.subscribe({
      formState: { values: true },
      callback({ values, name, type }) {
        const option = name === undefined ? undefined : values[name];
        if (type === 'change' && name !== undefined && option) choose(name, option);
      },
    });
  }, [autosave, form, screeners, savedAtFirst]);

  useEffect(() => {
    for (const [name, option] of Object.entries(fieldsOf(screeners, begunAnswers ?? {}))) {
      if (chosenHere.current.has(name) || form.getValues(name) === option) continue;
      form.setValue(name, option, { shouldValidate: true });
    }
    const key = answersKey(id);
    if (readDraft(key) === null) return;
    const unsent = unsentOf(screeners, autosave, form.getValues());
    if (Object.keys(unsent).length > 0) writeDraft(key, unsent);
    else clearDrafts([key]);
  }, [autosave, form, id, screeners, begunAnswers]);
}
