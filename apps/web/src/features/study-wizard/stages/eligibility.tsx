import { furtherWords as words } from '@app/words/further-criteria.ts';
import { exclusionWords } from '@app/words/exclusions.ts';
import { ParticipantsDemographics } from '@app/contracts/project/studies.ts';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState, useId } from 'react';
import { useWatch } from 'react-hook-form';
import type { DraftForm } from '../../../forms/form.tsx';
import { furtherChoices, chosenLabels } from '../../../product/further-choices.ts';
import { type WizardScope, DRAFT_KEYS } from '../../../product/study-drafts.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { CheckboxGroup } from '../../../ui/choice-group.tsx';
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
const nothing: ExcludedStudies = { studies: [], who: ['APPLIED'], weeks: null };

const toggled = <T extends string>(all: readonly T[], chosen: readonly T[], value: T): T[] =>
  all.filter((one) => chosen.includes(one) !== (one === value));

/** Studies of the same round come first, since they are offered without a search. */
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

type ByEarlier = 'excludedStudies' | 'requiredStudies';

interface ExclusionFieldsProps {
  name: ByEarlier;
  form: DraftForm<typeof ParticipantsDemographics>['form'];
  scope: WizardScope;
}

function ExclusionFields({ name, form, scope }: ExclusionFieldsProps) {
  const [said, setSaid] = useState<ExcludedStudies>(() => ({ ...nothing, ...form.getValues(name) }));
  const kinds = name === 'excludedStudies' ? EXCLUDED_PARTICIPATION : REQUIRED_PARTICIPATION;
  const [typedWeeks, setTypedWeeks] = useState(() => (said.weeks === null ? '' : String(said.weeks)));
  const whoId = useId();
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
  function say(next: Partial<ExcludedStudies>) {
    const whole = { ...said, ...next };
    setSaid(whole);
    const { studies, who } = whole;
    const only = { studies, who: REQUIRED_PARTICIPATION.filter((kind) => who.includes(kind)) };
    const value = name === 'excludedStudies' ? whole : only;
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
  if (same.length + others.length + gone.length === 0)
    return <p className="text-sm">{exclusionWords.none}</p>;
  return (
    <div className="mb-4 flex flex-col gap-4">
      <p className="text-sm text-cocoa-3">{exclusionWords.hint[name]}</p>
      {same.length + gone.length > 0 && (
        <fieldset>
          <legend className="text-sm font-semibold">{exclusionWords.sameRound}</legend>
          {same.length > 1 && !isAll && (
            <Button
              variant="quiet"
              size="small"
              className="-ml-4"
              onClick={() => say({ studies: [...new Set([...said.studies, ...same.map(({ id }) => id)])] })}
            >
              {exclusionWords.all}
            </Button>
          )}
          <Rows studies={same} chosen={said.studies} toggle={toggle} />
          {gone.map((id) => (
            <Checkbox key={id} label={exclusionWords.gone} checked onChange={() => toggle(id)} />
          ))}
        </fieldset>
      )}
      {others.length > 0 && (
        <Fold
          label={exclusionWords.others(others.length)}
          isOpenAtFirst={() => said.studies.length > 0 || same.length === 0}
        >
          <Rows studies={others} chosen={said.studies} toggle={toggle} />
        </Fold>
      )}
      <FieldError
        id={tooManyId}
        error={said.studies.length > MAX_STUDIES ? exclusionWords.tooMany(MAX_STUDIES) : undefined}
      />
      {said.studies.length > 0 && (
        <>
          <fieldset aria-describedby={whoId}>
            <legend className="text-sm font-semibold">{exclusionWords.whoLabel[name]}</legend>
            {kinds.map((kind) => (
              <Checkbox
                key={kind}
                label={exclusionWords.who[kind]}
                checked={said.who.includes(kind)}
                onChange={() => say({ who: toggled(EXCLUDED_PARTICIPATION, said.who, kind) })}
              />
            ))}
            <FieldError id={whoId} error={said.who.length === 0 ? exclusionWords.whoMissing : undefined} />
          </fieldset>
          {name === 'excludedStudies' && (
            <TextInput
              label={exclusionWords.weeksLabel}
              hint={exclusionWords.weeksHint}
              error={
                ExcludedStudies.shape.weeks.safeParse(said.weeks).success
                  ? undefined
                  : exclusionWords.weeksWrong(MAX_WEEKS)
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

type Draft = Pick<DraftForm<typeof ParticipantsDemographics>, 'form' | 'field'>;
type Kind = (typeof furtherChoices)[number];

interface KindFoldProps {
  name: string;
  said: string;
  /** An error inside keeps the section open. */
  hasError?: boolean;
  children: ReactNode;
}

function KindFold({ name, said, hasError = false, children }: KindFoldProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className="group border-t border-line"
      open={isOpen || hasError}
      onToggle={({ currentTarget }) => {
        if (hasError) currentTarget.open = true;
        setIsOpen(currentTarget.open);
      }}
    >
      <summary className="flex min-h-12 list-none items-center justify-between gap-4 rounded-control py-2 hover:text-green [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 wrap-anywhere">
          <span className="block font-semibold">{name}</span>
          <span className="block text-sm text-cocoa-2">{said}</span>
        </span>
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 text-cocoa-3 transition-transform group-open:rotate-180"
        />
      </summary>
      {(isOpen || hasError) && children}
    </details>
  );
}

function Choices({ form, field, kind: { name, options } }: Draft & { kind: Kind }) {
  const chosen = useWatch({ control: form.control, name });
  return (
    <KindFold name={words.names[name]} said={chosenLabels(options, chosen ?? []) || words.anybody}>
      <CheckboxGroup
        label={<span className="sr-only">{words.names[name]}</span>}
        hint={name === 'languages' ? words.languagesHint : undefined}
        options={options}
        columns={2}
        className="mb-4"
        {...field(name)}
      />
    </KindFold>
  );
}

function EarlierFold({ name, form, field, scope }: Draft & { name: ByEarlier; scope: WizardScope }) {
  const [named, isInviteOnly] = useWatch({ control: form.control, name: [name, 'isInviteOnly'] });
  const ways = [
    named && exclusionWords.from(named.studies.length),
    name === 'requiredStudies' && isInviteOnly && exclusionWords.ofList,
  ].filter(Boolean);
  const said = ways.join(' · ') || exclusionWords.nothing[name];
  return (
    <KindFold
      name={exclusionWords.title[name]}
      said={said}
      hasError={!ParticipantsDemographics.shape[name].safeParse(named).success}
    >
      {name === 'requiredStudies' && (
        <Checkbox
          label={exclusionWords.inviteOnly}
          hint={exclusionWords.inviteOnlyHint}
          className="mb-2"
          {...field('isInviteOnly')}
        />
      )}
      <ExclusionFields name={name} form={form} scope={scope} />
    </KindFold>
  );
}

export function MoreAboutThem({ form, field, scope }: Draft & { scope: WizardScope }) {
  return (
    <div>
      <p className="mb-3 text-sm text-cocoa-3">{words.moreHint}</p>
      {furtherChoices.map((kind) => (
        <Choices key={kind.name} {...{ form, field, kind }} />
      ))}
      <Checkbox className="border-t border-line pt-1" label={words.onlyInternet} {...field('hasInternet')} />
      <EarlierFold name="excludedStudies" {...{ form, field, scope }} />
      <EarlierFold name="requiredStudies" {...{ form, field, scope }} />
    </div>
  );
}
