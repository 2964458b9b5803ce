import type { StudyForParticipant } from '@app/contracts/project/browsing.ts';
import { type DraftAnswers, saveDraftAnswers } from '@app/contracts/project/draft-answers.ts';
import { onlineManager } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { callProject } from '../../api/call.ts';
import { beforeLogOut } from '../../api/session/log-out.ts';
import { clearDrafts, readDraft, writeDraft } from '../../forms/drafts.ts';
import { readUser } from '../../session/session.ts';
import { answersKey } from './application-view.ts';
import { type Autosave, createAutosave } from './draft-answers.ts';
import { type Answers, questionField, CONSENT, fieldsFromDraft } from './answer-fields.ts';

/** If there is no response after this time, the save is given up, so that later ones can be sent. */
const PATIENCE_MS = 10_000;

export function useAutosave(id: string, userId: string, onSaved: (answers: DraftAnswers) => void): Autosave {
  const [autosave] = useState(() =>
    createAutosave({
      send: (answers) =>
        callProject(
          saveDraftAnswers,
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
    const unsubscribe = beforeLogOut(() => autosave.sendBeforeSignOut());
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      stopListening();
      // If a log-out follows at once, it waits for this save.
      void autosave.flush().finally(unsubscribe);
    };
  }, [autosave]);
  return autosave;
}

export function unsentAnswers(
  screeners: StudyForParticipant['screeners'],
  autosave: Autosave,
  values: Record<string, unknown>,
): Record<string, unknown> {
  const answers = screeners
    .filter((question) => autosave.isUnsent(question.id))
    .map((question) => [questionField(question), values[questionField(question)]] as const);
  return Object.fromEntries(values[CONSENT] ? [...answers, [CONSENT, values[CONSENT]]] : answers);
}

/**
 * For each question, an answer that was chosen here wins. Other answers come from the server, because the
 * person may have answered on another device.
 */
export function useDraftAnswers(
  { id, screeners, draftAnswers }: StudyForParticipant,
  form: UseFormReturn<Answers, unknown, Answers>,
  autosave: Autosave,
): void {
  const chosenHere = useRef(new Set<string>());
  const [savedAtFirst] = useState(() => fieldsFromDraft(screeners, draftAnswers ?? {}));

  useEffect(() => {
    const questions = new Map(screeners.map((question) => [questionField(question), question.id]));
    const choose = (name: string, option: string) => {
      const question = questions.get(name);
      if (question === undefined) return;
      chosenHere.current.add(name);
      autosave.chosen(question, option);
    };
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
    for (const [name, option] of Object.entries(fieldsFromDraft(screeners, draftAnswers ?? {}))) {
      if (chosenHere.current.has(name) || form.getValues(name) === option) continue;
      form.setValue(name, option, { shouldValidate: true });
    }
    const key = answersKey(id);
    if (readDraft(key) === null) return;
    const unsent = unsentAnswers(screeners, autosave, form.getValues());
    if (Object.keys(unsent).length > 0) writeDraft(key, unsent);
    else clearDrafts([key]);
  }, [autosave, form, id, screeners, draftAnswers]);
}
