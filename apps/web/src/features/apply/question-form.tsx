import type { Application } from '@app/contracts/project/applications.ts';
import { applyMessages as words } from '@app/words/apply.ts';
import { applyToStudy } from '@app/contracts/project/applications.ts';
import type { DraftAnswers } from '@app/contracts/project/draft-answers.ts';
import type { StudyForParticipant } from '@app/contracts/project/browsing.ts';
import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { callProject } from '../../api/call.ts';
import { SubmitButton } from '../../forms/submit-button.tsx';
import { useDraftForm } from '../../forms/use-draft-form.ts';
import { useSubmit } from '../../forms/use-submit.ts';
import { choicesOf, questionLabel } from '../../product/screener-words.ts';
import { Card } from '../../ui/card.tsx';
import { RadioCards } from '../../ui/choice-group.tsx';
import { StickyBar } from '../../ui/sticky-bar.tsx';
import { answersKey } from './answers-key.ts';
import {
  type Answers,
  answersSchema,
  draftOf,
  blankAnswers,
  fieldOf,
  fieldsOf,
  responsesOf,
  unanswered,
} from './responses.ts';
import { unsentOf, useAutosave, useDraftAnswers } from './use-draft-answers.ts';

interface QuestionFormProps {
  study: StudyForParticipant;
  userId: string;
  /** The account has these answers from now on. */
  onSaved: (answers: DraftAnswers) => void;
  onSent: (application: Application) => void;
  /** True where the screen has dealt with it. */
  onRefused: (error: unknown) => boolean;
}

/** Among many questions the one that was passed over is hard to find. */
function NextQuestion({ name }: { name: string }) {
  function go() {
    const [choice] = document.getElementsByName(name);
    choice?.focus({ preventScroll: true });
    // From its first word on, however long it is.
    choice?.closest('fieldset')?.scrollIntoView();
  }
  return (
    <button type="button" onClick={go} className="min-h-11 text-left underline hover:text-green">
      {words.nextQuestion}
    </button>
  );
}

/** The screener: every question as it stands, its choices as radio buttons, answers kept as they are given. */
export function QuestionForm({ study, userId, onSaved, onSent, onRefused }: QuestionFormProps) {
  const { id, screeners, begunAnswers } = study;
  const schema = useMemo(() => answersSchema(screeners), [screeners]);
  const autosave = useAutosave(id, userId, onSaved);
  const draft = useDraftForm(schema, {
    draftKey: answersKey(id),
    defaultValues: { ...blankAnswers(screeners), ...fieldsOf(screeners, begunAnswers ?? {}) },
    toKeep: (values) => unsentOf(screeners, autosave, values),
    restore: (stored) => fieldsOf(screeners, draftOf(screeners, stored)),
  });
  useDraftAnswers(study, draft.form, autosave);
  const { submit, isPending } = useSubmit(
    draft,
    async (answers: Answers, idempotencyKey) => {
      const body = { applicantId: userId, responses: responsesOf(screeners, answers) };
      autosave.hold();
      const sending = callProject(applyToStudy, { params: { id }, body, idempotencyKey });
      onSent(
        await sending.catch((error: unknown) => {
          autosave.release();
          throw error;
        }),
      );
    },
    onRefused,
  );
  const open = unanswered(screeners, useWatch({ control: draft.form.control }));
  const answered = screeners.length - open.length;
  return (
    <form onSubmit={submit} noValidate className="mt-2 sm:mt-8">
      <h2 className="text-2xl">{words.questionsHeading}</h2>
      <p className="mt-1 max-w-text text-sm text-cocoa-2 sm:text-base">{words.questionsText}</p>
      <div className="mt-3 flex flex-col gap-4 sm:mt-5">
        {screeners.map((question, at) => (
          <Card key={question.id} className="max-sm:p-4">
            <RadioCards
              label={<span className="text-base wrap-anywhere">{questionLabel(question, at)}</span>}
              options={choicesOf(question)}
              className="wrap-anywhere"
              {...draft.field(fieldOf(question))}
            />
          </Card>
        ))}
      </div>
      <p className="mt-5 max-w-text text-sm text-cocoa-2">{words.sharing}</p>
      <StickyBar
        note={
          <>
            <span className="figures block font-semibold text-cocoa-2">
              {words.answered(answered, screeners.length)}
            </span>
            {answered > 0 && open[0] ? (
              <NextQuestion name={fieldOf(open[0])} />
            ) : (
              <span className="max-sm:sr-only">{words.answersKept}</span>
            )}
          </>
        }
      >
        <SubmitButton isValid={draft.isValid} isPending={isPending}>
          {words.submit}
        </SubmitButton>
      </StickyBar>
    </form>
  );
}
