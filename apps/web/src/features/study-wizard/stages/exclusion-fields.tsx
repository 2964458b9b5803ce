import { exclusionWords } from '@app/words/exclusions.ts';
import { ParticipantsDemographics } from '@app/contracts/project/studies.ts';
import { useState, useId } from 'react';
import type { DraftForm } from '../../../forms/form.tsx';
import { type WizardScope, DRAFT_KEYS } from '../../../product/study-drafts.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { choiceWords } from '@app/words/choices.ts';
import { failureWords } from '@app/words/failures.ts';
import type { EarlierStudy } from '@app/contracts/project/earlier-studies.ts';
import {
  MAX_STUDIES,
  MAX_WEEKS,
  EXCLUDED_PARTICIPATION,
  ExcludedStudies,
  REQUIRED_PARTICIPATION,
} from '@app/contracts/project/exclusions.ts';
import { useQuery } from '@tanstack/react-query';
import { earlierStudies } from '../../../api/earlier-studies.ts';
import { readDraft } from '../../../forms/drafts.ts';
import { Button } from '../../../ui/button.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { Loading, Skeleton } from '../../../ui/states.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { readServerDraft } from '../drafts/own-drafts.ts';
import { Fold } from './stage-frame.tsx';

const asChosen = { shouldValidate: true, shouldDirty: true } as const;
export type ByEarlier = 'excludedStudies' | 'requiredStudies';
const nothing: ExcludedStudies = { studies: [], who: ['APPLIED'], weeks: null };

const toggled = <T extends string>(all: readonly T[], chosen: readonly T[], value: T): T[] =>
  all.filter((one) => chosen.includes(one) !== (one === value));

/**
 * Studies of the same project or with the same public name come first. They are offered even without a
 * search.
 */
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
            {exclusionWords.in(projectName, choiceWords.studyState[state])}
          </span>
        </>
      }
      checked={chosen.includes(id)}
      onChange={() => toggle(id)}
    />
  ));
}

interface ExclusionFieldsProps {
  name: ByEarlier;
  form: DraftForm<typeof ParticipantsDemographics>['form'];
  scope: WizardScope;
}

function useExclusion({ name, form }: Pick<ExclusionFieldsProps, 'name' | 'form'>) {
  const [exclusions, setExclusions] = useState<ExcludedStudies>(() => ({
    ...nothing,
    ...form.getValues(name),
  }));
  function update(next: Partial<ExcludedStudies>) {
    const whole = { ...exclusions, ...next };
    setExclusions(whole);
    const { studies, who } = whole;
    const only = { studies, who: REQUIRED_PARTICIPATION.filter((kind) => who.includes(kind)) };
    const value = name === 'excludedStudies' ? whole : only;
    form.setValue(name, studies.length > 0 ? value : null, asChosen);
  }
  const toggle = (id: string) =>
    update({
      studies: exclusions.studies.includes(id)
        ? exclusions.studies.filter((one) => one !== id)
        : [...exclusions.studies, id],
    });
  return { exclusions, update, toggle };
}

interface ParticipationProps {
  name: ByEarlier;
  who: ExcludedStudies['who'];
  onChange: (who: ExcludedStudies['who']) => void;
}

function ParticipationFields({ name, who, onChange }: ParticipationProps) {
  const whoId = useId();
  const kinds = name === 'excludedStudies' ? EXCLUDED_PARTICIPATION : REQUIRED_PARTICIPATION;
  return (
    <fieldset aria-describedby={whoId}>
      <legend className="text-sm font-semibold">{exclusionWords.whoLabel[name]}</legend>
      {kinds.map((kind) => (
        <Checkbox
          key={kind}
          label={exclusionWords.who[kind]}
          checked={who.includes(kind)}
          onChange={() => onChange(toggled(EXCLUDED_PARTICIPATION, who, kind))}
        />
      ))}
      <FieldError id={whoId} error={who.length === 0 ? exclusionWords.whoMissing : undefined} />
    </fieldset>
  );
}

interface SameRoundProps extends Pick<RowsProps, 'chosen' | 'toggle'> {
  same: RowsProps['studies'];
  missingIds: readonly string[];
  onChooseAll: () => void;
}

function SameRound({ same, missingIds, chosen, toggle, onChooseAll }: SameRoundProps) {
  const isAll = same.every(({ id }) => chosen.includes(id));
  return (
    <fieldset>
      <legend className="text-sm font-semibold">{exclusionWords.sameRound}</legend>
      {same.length > 1 && !isAll && (
        <Button variant="quiet" size="small" className="-ml-4" onClick={onChooseAll}>
          {exclusionWords.all}
        </Button>
      )}
      <Rows studies={same} chosen={chosen} toggle={toggle} />
      {missingIds.map((id) => (
        <Checkbox key={id} label={exclusionWords.gone} checked onChange={() => toggle(id)} />
      ))}
    </fieldset>
  );
}

export function ExclusionFields({ name, form, scope }: ExclusionFieldsProps) {
  const { exclusions, update, toggle } = useExclusion({ name, form });
  const [typedWeeks, setTypedWeeks] = useState(() =>
    exclusions.weeks === null ? '' : String(exclusions.weeks),
  );
  const tooManyId = useId();
  const earlier = useQuery(earlierStudies(scope.userId));
  if (earlier.data === undefined) {
    return earlier.isError ? (
      <div role="alert">
        <p>{exclusionWords.failed}</p>
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
  const known = new Set(earlier.data.map(({ id }) => id));
  const missingIds = exclusions.studies.filter((id) => !known.has(id));
  const [same, others] = inRounds(earlier.data, scope);
  const chooseAll = () =>
    update({ studies: [...new Set([...exclusions.studies, ...same.map(({ id }) => id)])] });
  if (same.length + others.length + missingIds.length === 0)
    return <p className="text-sm">{exclusionWords.none}</p>;
  return (
    <div className="mb-4 flex flex-col gap-4">
      <p className="text-sm text-cocoa-3">{exclusionWords.hint[name]}</p>
      {same.length + missingIds.length > 0 && (
        <SameRound {...{ same, missingIds, chosen: exclusions.studies, toggle }} onChooseAll={chooseAll} />
      )}
      {others.length > 0 && (
        <Fold
          label={exclusionWords.others(others.length)}
          isOpenAtFirst={() => exclusions.studies.length > 0 || same.length === 0}
        >
          <Rows studies={others} chosen={exclusions.studies} toggle={toggle} />
        </Fold>
      )}
      <FieldError
        id={tooManyId}
        error={exclusions.studies.length > MAX_STUDIES ? exclusionWords.tooMany(MAX_STUDIES) : undefined}
      />
      {exclusions.studies.length > 0 && (
        <>
          <ParticipationFields name={name} who={exclusions.who} onChange={(who) => update({ who })} />
          {name === 'excludedStudies' && (
            <TextInput
              label={exclusionWords.weeksLabel}
              hint={exclusionWords.weeksHint}
              error={
                ExcludedStudies.shape.weeks.safeParse(exclusions.weeks).success
                  ? undefined
                  : exclusionWords.weeksWrong(MAX_WEEKS)
              }
              inputMode="numeric"
              autoComplete="off"
              value={typedWeeks}
              onChange={({ target: { value } }) => {
                setTypedWeeks(value);
                update({ weeks: value.trim() === '' ? null : Number(value) });
              }}
            />
          )}
        </>
      )}
    </div>
  );
}
