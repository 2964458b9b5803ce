import { logOut } from '../api/session/log-out.ts';
import { type ReactNode, useState } from 'react';

type Loaded = typeof import('./log-out-question.tsx');

export function useLogOut(onGoOn?: () => void): { ask: () => void; isLeaving: boolean; question: ReactNode } {
  const [asked, setAsked] = useState<{
    Question: Loaded['LogOutQuestion'];
    unsavedWork: NonNullable<ReturnType<Loaded['findUnsavedWork']>>;
  } | null>(null);
  const [isLeaving, setIsLeaving] = useState(false);
  function leave() {
    setIsLeaving(true);
    void logOut();
  }
  async function ask() {
    if (isLeaving) return;
    setIsLeaving(true);
    const { LogOutQuestion: Question, findUnsavedWork: findWork } = await import('./log-out-question.tsx');
    const unsavedWork = findWork();
    if (!unsavedWork) return leave();
    setIsLeaving(false);
    setAsked({ Question, unsavedWork });
  }
  return {
    isLeaving,
    // Several people may use the device, so a log-out must work without a connection too.
    ask: () => void ask().catch(leave),
    question: asked && (
      <asked.Question
        unsavedWork={asked.unsavedWork}
        {...{ isLeaving, leave, onGoOn }}
        close={() => setAsked(null)}
      />
    ),
  };
}
