import { applyWords as words } from '@app/words/applications.ts';
import { consentingWords as consenting } from '@app/words/consent-agreements.ts';
import {
  type Application,
  applyToStudy,
  type StudyApplication,
} from '@app/contracts/project/applications.ts';
import type { StudyForParticipant } from '@app/contracts/project/browsing.ts';
import { type DraftAnswers, saveDraftAnswers } from '@app/contracts/project/draft-answers.ts';
import { onlineManager } from '@tanstack/react-query';
import { type ComponentProps, memo, useMemo, useEffect, useRef, useState } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { callProject } from '../../api/call.ts';
import { beforeLogOut } from '../../api/session/log-out.ts';
import { clearDrafts, readDraft, writeDraft } from '../../forms/drafts.ts';
import { useSubmit, SubmitButton, type DraftForm, useDraftForm } from '../../forms/form.tsx';
import { questionChoices, questionLabel } from '../../product/screener-words.ts';
import { IncentiveLine } from '../../product/study-detail-list.tsx';
import { readUser } from '../../session/session.ts';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { RadioCards } from '../../ui/choice-group.tsx';
import { StickyBar } from '../../ui/sticky-bar.tsx';
import { answersKey } from './application-view.ts';
import { type Autosave, createAutosave } from './draft-answers.ts';
import { rule } from '@app/contracts/rule.ts';
import * as z from 'zod/mini';

type Questions = StudyForParticipant['screeners'];
type Question = Questions[number];

/** Maps question ids to option ids, because texts may be empty or equal (S-310). */
type Answers = Record<string, string>;

/** A field name must begin with a letter; an id need not. */
const questionField = (question: Pick<Question, 'id'>) => `q${question.id}`;

/** The field holds the consent version that was read. */
const CONSENT = 'consent';

export function answersSchema(questions: Questions, consentVersion?: number) {
  const shape: Record<string, z.ZodMiniType<string, string>> = {};
  if (consentVersion !== undefined) {
    shape[CONSENT] = z
      .string({ error: rule('consentAgreed') })
      .check(z.refine((version) => version === String(consentVersion), rule('consentAgreed')));
  }
  for (const question of questions) {
    const ids = new Set(question.options.map((option) => option.id));
    shape[questionField(question)] = z
      .string({ error: rule('notAnOption') })
      .check(z.refine((id) => ids.has(id), rule('notAnOption')));
  }
  return z.strictObject(shape);
}

/** S-405 specifies blank answers. */
export function blankAnswers(questions: Questions): Record<string, string | undefined> {
  return Object.fromEntries(questions.map((question) => [questionField(question), undefined]));
}

/** Options of other questions are left out. */
export function draftFromFields(questions: Questions, answers: Record<string, unknown>): DraftAnswers {
  const chosen = questions.flatMap((question) =>
    question.options
      .filter((option) => option.id === answers[questionField(question)])
      .map((option) => [question.id, option.id]),
  );
  return Object.fromEntries(chosen) as DraftAnswers;
}

export function fieldsFromDraft(questions: Questions, draft: DraftAnswers): Answers {
  const fields = Object.fromEntries(
    questions.map((question) => [questionField(question), draft[question.id]]),
  );
  return Object.fromEntries(
    Object.entries(draftFromFields(questions, fields)).map(([id, option]) => [questionField({ id }), option]),
  );
}

/** S-405 specifies the position from 1 as text, and the texts of question and option. */
export function toResponses(questions: Questions, answers: Answers): StudyApplication['responses'] {
  return questions.map((question, at) => ({
    id: String(at + 1),
    question: question.question,
    answer: question.options.find((option) => option.id === answers[questionField(question)])?.answer ?? '',
  }));
}

export function unanswered(questions: Questions, answers: Partial<Answers>): Question[] {
  return questions.filter((question) => !answers[questionField(question)]);
}

interface QuestionFormProps {
  study: StudyForParticipant;
  userId: string;
  onSaved: (answers: DraftAnswers) => void;
  onSent: (application: Application) => void;
  onRefused: (error: unknown) => boolean;
}

/** An unanswered question is hard to find among many. */
function NextField({ name, label, onGo }: { name: string; label: string; onGo?: () => void }) {
  function go() {
    onGo?.();
    const [choice] = document.getElementsByName(name);
    choice?.focus({ preventScroll: true });
    // Scrolls to the start even of a question taller than the screen.
    choice?.closest('fieldset, section')?.scrollIntoView();
  }
  return (
    <button type="button" onClick={go} className="min-h-11 text-left underline hover:text-green">
      {label}
    </button>
  );
}

/** A save without a response is abandoned after this time, so that later ones can go. */
const PATIENCE_MS = 10_000;

function useAutosave(id: string, userId: string, onSaved: (answers: DraftAnswers) => void): Autosave {
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
    const forget = beforeLogOut(() => autosave.sendBeforeSignOut());
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      stopListening();
      // A log-out right after this waits for the save.
      void autosave.flush().finally(forget);
    };
  }, [autosave]);
  return autosave;
}

function unsentAnswers(
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
 * Merges per question: choices made here win, and other answers follow the server, where another device may
 * have answered.
 */
function useDraftAnswers(
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
    // A difference is a choice made here that is not saved yet.
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

interface ConsentProps {
  text: NonNullable<StudyForParticipant['consent']>;
  draft: Pick<DraftForm<ReturnType<typeof answersSchema>>, 'form' | 'field'>;
}

/** A changed text must be ticked again. */
function Consent({ text: { version, text }, draft: { form, field } }: ConsentProps) {
  useEffect(() => {
    if (form.getValues(CONSENT) !== String(version)) form.setValue(CONSENT, '');
  }, [form, version]);
  return (
    <section aria-label={consenting.heading} className="mb-6">
      <Card className="max-sm:p-4">
        <h2 className="text-xl">{consenting.heading}</h2>
        <p className="mt-1 text-sm text-cocoa-2">{consenting.text}</p>
        <p className="mt-3 mb-2 max-w-text wrap-anywhere whitespace-pre-line">{text}</p>
        <Checkbox label={consenting.agree} value={version} {...field(CONSENT)} />
      </Card>
    </section>
  );
}

type Field = DraftForm<ReturnType<typeof answersSchema>>['field'];

interface QuestionCardProps extends Omit<ComponentProps<'input'>, 'id' | 'type' | 'value'> {
  question: Question;
  at: number;
  error: string | undefined;
}

/** This is memoised because a screener can have fifty questions. */
const QuestionCard = memo(function QuestionCard({ question, at, ...field }: QuestionCardProps) {
  return (
    <Card className="max-sm:p-4">
      <RadioCards
        label={<span className="text-base wrap-anywhere">{questionLabel(question, at)}</span>}
        options={questionChoices(question)}
        className="wrap-anywhere"
        {...field}
      />
    </Card>
  );
});

/** New handlers would render the row again. */
function useSteadyFields(field: Field) {
  const [first] = useState(() => new Map<string, Omit<ReturnType<Field>, 'error'>>());
  return (name: string) => {
    const { error, ...given } = field(name);
    const handlers = first.get(name) ?? given;
    first.set(name, handlers);
    return { ...handlers, error };
  };
}

export function QuestionForm({ study, userId, onSaved, onSent, onRefused }: QuestionFormProps) {
  const { id, screeners, draftAnswers } = study;
  const consentVersion = study.consent?.version;
  const schema = useMemo(() => answersSchema(screeners, consentVersion), [screeners, consentVersion]);
  const autosave = useAutosave(id, userId, onSaved);
  const draft = useDraftForm(schema, {
    draftKey: answersKey(id),
    defaultValues: {
      ...(study.consent && { [CONSENT]: undefined }),
      ...blankAnswers(screeners),
      ...fieldsFromDraft(screeners, draftAnswers ?? {}),
    },
    toKeep: (values) => unsentAnswers(screeners, autosave, values),
    restore: (stored) => ({
      ...fieldsFromDraft(screeners, draftFromFields(screeners, stored)),
      ...(stored[CONSENT] === String(consentVersion) && { [CONSENT]: stored[CONSENT] }),
    }),
  });
  const fieldFor = useSteadyFields(draft.field);
  useDraftAnswers(study, draft.form, autosave);
  const { submit, isPending } = useSubmit(
    draft,
    async (answers: Answers, idempotencyKey) => {
      const body = { applicantId: userId, responses: toResponses(screeners, answers), consentVersion };
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
  const values = useWatch({ control: draft.form.control });
  const open = unanswered(screeners, values);
  const isToAgree = consentVersion !== undefined && values[CONSENT] !== String(consentVersion);
  const answered = screeners.length - open.length;
  return (
    <form onSubmit={submit} noValidate className="mt-2 sm:mt-8">
      {study.consent && <Consent key={study.consent.version} text={study.consent} draft={draft} />}
      <h2 className="text-2xl">{words.questionsHeading}</h2>
      <p className="mt-1 max-w-text text-sm text-cocoa-2 sm:text-base">{words.questionsText}</p>
      <div className="mt-3 flex flex-col gap-4 sm:mt-5">
        {screeners.map((question, at) => (
          <QuestionCard key={question.id} {...{ question, at }} {...fieldFor(questionField(question))} />
        ))}
      </div>
      <IncentiveLine incentive={study.incentive} className="mt-5" />
      <p className="mt-2 max-w-text text-sm text-cocoa-2">{words.sharing}</p>
      <StickyBar
        note={
          <>
            <span className="figures block font-semibold text-cocoa-2">
              {words.answered(answered, screeners.length)}
            </span>
            {answered > 0 && open[0] ? (
              <NextField name={questionField(open[0])} label={words.nextQuestion} />
            ) : answered > 0 && isToAgree ? (
              <NextField
                name={CONSENT}
                label={consenting.toText}
                onGo={() => draft.form.setValue(CONSENT, '', { shouldTouch: true, shouldValidate: true })}
              />
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
