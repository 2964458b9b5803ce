import { applicationWords as words } from '@app/words/applications.ts';
import { consentAgreementWords as consenting } from '@app/words/consent-agreements.ts';
import { type Application, applyToStudy } from '@app/contracts/project/applications.ts';
import type { StudyForParticipant } from '@app/contracts/project/browsing.ts';
import type { DraftAnswers } from '@app/contracts/project/draft-answers.ts';
import { type ComponentProps, memo, useMemo, useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { callProject } from '../../api/call.ts';
import { useSubmit, SubmitButton, type DraftForm, useDraftForm } from '../../forms/form.tsx';
import { questionChoices, questionLabel } from '../../product/screener-words.ts';
import { IncentiveLine } from '../../product/study-detail-list.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { RadioCards } from '../../ui/choice-group.tsx';
import { StickyBar } from '../../ui/sticky-bar.tsx';
import { answersKey } from './application-view.ts';
import {
  type Question,
  type Answers,
  questionField,
  CONSENT,
  answersSchema,
  blankAnswers,
  draftFromFields,
  fieldsFromDraft,
  toResponses,
  unanswered,
} from './answer-fields.ts';
import { useAutosave, unsentAnswers, useDraftAnswers } from './use-draft-answers.ts';

interface QuestionFormProps {
  study: StudyForParticipant;
  userId: string;
  onSaved: (answers: DraftAnswers) => void;
  onSent: (application: Application) => void;
  onRefused: (error: unknown) => boolean;
}

function NextUnansweredButton({ name, label, onGo }: { name: string; label: string; onGo?: () => void }) {
  function go() {
    onGo?.();
    const [choice] = document.getElementsByName(name);
    choice?.focus({ preventScroll: true });
    // Scrolls to the start of the question, because the question may be taller than the screen.
    choice?.closest('fieldset, section')?.scrollIntoView();
  }
  return (
    <button type="button" onClick={go} className="min-h-11 text-left underline hover:text-green">
      {label}
    </button>
  );
}

interface ConsentProps {
  text: NonNullable<StudyForParticipant['consent']>;
  draft: Pick<DraftForm<ReturnType<typeof answersSchema>>, 'form' | 'field'>;
}

/** If the consent text has changed, the box must be ticked again. */
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
      autosave.pause();
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
      <p className="mt-1 max-w-text text-sm text-cocoa-2 sm:text-base">
        {words.questionsText(study.survey !== undefined)}
      </p>
      <div className="mt-3 flex flex-col gap-4 sm:mt-5">
        {screeners.map((question, at) => (
          <QuestionCard key={question.id} {...{ question, at }} {...fieldFor(questionField(question))} />
        ))}
      </div>
      <IncentiveLine incentive={study.incentive} survey={study.survey} className="mt-5" />
      <p className="mt-2 max-w-text text-sm text-cocoa-2">{words.sharing}</p>
      <StickyBar
        note={
          <>
            <span className="figures block font-semibold text-cocoa-2">
              {words.answered(answered, screeners.length)}
            </span>
            {answered > 0 && open[0] ? (
              <NextUnansweredButton name={questionField(open[0])} label={words.nextQuestion} />
            ) : answered > 0 && isToAgree ? (
              <NextUnansweredButton
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
