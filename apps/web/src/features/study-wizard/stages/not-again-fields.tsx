import { choiceWords } from '@app/words/choices.ts';
import { failureWords } from '@app/words/failures.ts';
import { notAgainWords as words } from '@app/words/not-again.ts';
import type { EarlierStudy } from '@app/contracts/project/earlier-studies.ts';
import {
  MAX_STUDIES,
  MAX_WEEKS,
  NOT_AGAIN_WHO,
  NotAgain,
  ONLY_THESE_WHO,
} from '@app/contracts/project/not-again.ts';
import type { ParticipantsDemographics } from '@app/contracts/project/studies.ts';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { earlierStudies } from '../../../api/earlier-studies.ts';
import { readDraft } from '../../../forms/drafts.ts';
import type { DraftForm } from '../../../forms/use-draft-form.ts';
import { DRAFT_KEYS, type WizardScope } from '../../../product/study-drafts.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { readServerDraft } from '../drafts/own-drafts.ts';
import { Fold } from './fold.tsx';

const asChosen = { shouldValidate: true, shouldDirty: true } as const;
const nothing: NotAgain = { studies: [], who: ['APPLIED'], weeks: null };

const toggled = <T extends string>(all: readonly T[], chosen: readonly T[], value: T): T[] =>
  all.filter((one) => chosen.includes(one) !== (one === value));

/** Those of the same round first: what is offered without a search. */
function inRounds(studies: readonly EarlierStudy[], { projectId, studyId }: WizardScope) {
  const details = readDraft(DRAFT_KEYS.details) as { publicName?: string } | null;
  const itself = studyId ?? readServerDraft()?.id;
  const isSame = (study: EarlierStudy) =>
    study.projectId === projectId || study.publicName.trim() === details?.publicName?.trim();
  const others = studies.filter(({ id }) => id !== itself);
  return [others.filter(isSame), others.filter((study) => !isSame(study))] as const;
}

interface RowsProps {
  studies: readonly Pick<EarlierStudy, 'id' | 'name' | 'projectName' | 'state'>[];
  chosen: readonly string[];
  toggle: (id: string) => void;
}

function Rows({ studies, chosen, toggle }: RowsProps) {
  return studies.map(({ id, name, projectName, state }) => (
    <Checkbox
      key={id}
      label={
        <>
          <span className="block">{name}</span>
          <span className="block text-sm text-cocoa-3">
            {words.in(projectName, choiceWords.studyState[state])}
          </span>
        </>
      }
      checked={chosen.includes(id)}
      onChange={() => toggle(id)}
    />
  ));
}

/** Whom it keeps out, or is alone for. */
export type ByEarlier = 'notAgain' | 'onlyThese';

interface NotAgainFieldsProps {
  name: ByEarlier;
  form: DraftForm<typeof ParticipantsDemographics>['form'];
  scope: WizardScope;
}

/** Which earlier studies' people, who of them, and for how long they are kept out. Without a study it says nothing. */
export function NotAgainFields({ name, form, scope }: NotAgainFieldsProps) {
  const [said, setSaid] = useState<NotAgain>(() => ({ ...nothing, ...form.getValues(name) }));
  const kinds = name === 'notAgain' ? NOT_AGAIN_WHO : ONLY_THESE_WHO;
  const [typedWeeks, setTypedWeeks] = useState(() => (said.weeks === null ? '' : String(said.weeks)));
  const whoId = useId();
  const tooManyId = useId();
  const earlier = useQuery(earlierStudies(scope.userId));
  if (earlier.data === undefined) {
    return earlier.isError ? (
      <div role="alert">
        <p>{words.failed}</p>
        <Button variant="secondary" size="small" className="mt-2" onClick={() => void earlier.refetch()}>
          {failureWords.tryAgain}
        </Button>
      </div>
    ) : (
      <Loading>
        <Skeleton className="h-24 w-full" />
      </Loading>
    );
  }
  function say(next: Partial<NotAgain>) {
    const whole = { ...said, ...next };
    setSaid(whole);
    const { studies, who } = whole;
    const only = { studies, who: ONLY_THESE_WHO.filter((kind) => who.includes(kind)) };
    const value = name === 'notAgain' ? whole : only;
    form.setValue(name, studies.length > 0 ? value : null, asChosen);
  }
  const toggle = (id: string) =>
    say({
      studies: said.studies.includes(id) ? said.studies.filter((one) => one !== id) : [...said.studies, id],
    });
  const known = new Set(earlier.data.map(({ id }) => id));
  const gone = said.studies.filter((id) => !known.has(id));
  const [same, others] = inRounds(earlier.data, scope);
  const isAll = same.every(({ id }) => said.studies.includes(id));
  if (same.length + others.length + gone.length === 0) return <p className="text-sm">{words.none}</p>;
  return (
    <div className="mb-4 flex flex-col gap-4">
      <p className="text-sm text-cocoa-3">{words.hint[name]}</p>
      {same.length + gone.length > 0 && (
        <fieldset>
          <legend className="text-sm font-semibold">{words.sameRound}</legend>
          {same.length > 1 && !isAll && (
            <Button
              variant="quiet"
              size="small"
              className="-ml-4"
              onClick={() => say({ studies: [...new Set([...said.studies, ...same.map(({ id }) => id)])] })}
            >
              {words.all}
            </Button>
          )}
          <Rows studies={same} chosen={said.studies} toggle={toggle} />
          {gone.map((id) => (
            <Checkbox key={id} label={words.gone} checked onChange={() => toggle(id)} />
          ))}
        </fieldset>
      )}
      {others.length > 0 && (
        <Fold
          label={words.others(others.length)}
          isOpenAtFirst={() => said.studies.length > 0 || same.length === 0}
        >
          <Rows studies={others} chosen={said.studies} toggle={toggle} />
        </Fold>
      )}
      <FieldError
        id={tooManyId}
        error={said.studies.length > MAX_STUDIES ? words.tooMany(MAX_STUDIES) : undefined}
      />
      {said.studies.length > 0 && (
        <>
          <fieldset aria-describedby={whoId}>
            <legend className="text-sm font-semibold">{words.whoLabel[name]}</legend>
            {kinds.map((kind) => (
              <Checkbox
                key={kind}
                label={words.who[kind]}
                checked={said.who.includes(kind)}
                onChange={() => say({ who: toggled(NOT_AGAIN_WHO, said.who, kind) })}
              />
            ))}
            <FieldError id={whoId} error={said.who.length === 0 ? words.whoMissing : undefined} />
          </fieldset>
          {name === 'notAgain' && (
            <TextInput
              label={words.weeksLabel}
              hint={words.weeksHint}
              error={
                NotAgain.shape.weeks.safeParse(said.weeks).success ? undefined : words.weeksWrong(MAX_WEEKS)
              }
              inputMode="numeric"
              autoComplete="off"
              value={typedWeeks}
              onChange={({ target: { value } }) => {
                setTypedWeeks(value);
                say({ weeks: value.trim() === '' ? null : Number(value) });
              }}
            />
          )}
        </>
      )}
    </div>
  );
}
