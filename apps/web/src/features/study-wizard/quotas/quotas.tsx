import { groupText } from '@app/words/quota-names.ts';
import { quotaWords as words } from '@app/words/quotas.ts';
import { validation } from '@app/words/validation.ts';
import {
  type Quota,
  MAX_QUOTAS,
  findQuotaFlaw,
  spreadPlaces,
  sumQuotaPlaces,
  type Group,
} from '@app/contracts/project/quotas.ts';
import { MAX_PARTICIPANTS, ParticipantsDemographics } from '@app/contracts/project/studies.ts';
import { useId, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { cx } from '../../../ui/cx.ts';
import { controlClass, FieldError } from '../../../ui/field.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { type Made, equalGroups, censusGroups } from './build-quotas.ts';

interface QuotasProps {
  demographics: unknown;
  places: number;
  quotas: readonly Quota[];
  error: string | undefined;
  onChange: (quotas: Quota[]) => void;
}

const KINDS = ['gender', 'age', 'region'] as const;

interface QuotaPlacesProps {
  quota: Quota;
  onChange: (quota: Quota) => void;
}

function QuotaPlaces({ quota, onChange }: QuotaPlacesProps) {
  return (
    <label className="flex items-center justify-between gap-4 py-1">
      <span className="min-w-0 wrap-anywhere">{groupText(quota)}</span>
      <input
        type="text"
        inputMode="numeric"
        autoComplete="off"
        className={cx(controlClass, 'figures shrink-0 text-center')}
        style={{ width: '5rem' }}
        value={Number.isNaN(quota.places) ? '' : quota.places}
        onChange={({ target }) =>
          onChange({
            ...quota,
            // A draft cannot store more places than this.
            places: Math.min(Number(target.value.replaceAll(/\D/g, '')), MAX_PARTICIPANTS),
          })
        }
      />
    </label>
  );
}

interface QuotaListProps extends Pick<QuotasProps, 'quotas' | 'places' | 'onChange'> {
  without: readonly Group[];
}

function QuotaList({ quotas, places, without, onChange }: QuotaListProps) {
  const sum = sumQuotaPlaces(quotas);
  return (
    <>
      <ul aria-label={words.list} className="mt-4 grid gap-x-8 sm:grid-cols-2">
        {quotas.map((quota, at) => (
          <li key={groupText(quota)}>
            <QuotaPlaces quota={quota} onChange={(changed) => onChange(quotas.with(at, changed))} />
          </li>
        ))}
      </ul>
      <p role="status" className="figures mt-3 text-sm font-semibold">
        {words.sum(sum, places)}
      </p>
      <p role="status" className="mt-1.5 text-sm">
        {without.length > 0 && words.without(without.map(groupText))}
      </p>
      <div className="flex flex-wrap gap-3">
        {sum !== places && sum > 0 && (
          <Button
            variant="quiet"
            size="small"
            className="-ml-4"
            onClick={() => {
              const fitted = spreadPlaces(
                quotas.map((quota) => quota.places),
                places,
              );
              onChange(quotas.map((quota, at) => ({ ...quota, places: fitted[at] ?? 0 })));
            }}
          >
            {words.fit(places)}
          </Button>
        )}
        <Button variant="quiet" size="small" className="-ml-4" onClick={() => onChange([])}>
          {words.none}
        </Button>
      </div>
    </>
  );
}

export function Quotas({ demographics, places, quotas, error, onChange }: QuotasProps) {
  const within = ParticipantsDemographics.safeParse(demographics);
  const [kinds, setKinds] = useState({ gender: true, age: false, region: false });
  const [starts, setStarts] = useState('30, 45');
  const [note, setNote] = useState<string>();
  const [without, setWithout] = useState<readonly Group[]>([]);
  const errorId = useId();
  function show(made: Made | undefined) {
    setNote(made ? undefined : words.tooMany(MAX_QUOTAS));
    if (!made) return;
    setWithout(made.without);
    onChange(made.quotas);
  }
  if (!within.success || places <= 0) return <p className="text-sm text-cocoa-2">{words.placesFirst}</p>;
  const numbers = starts.split(/\D+/).map(Number).filter(Boolean);
  const hasKind = KINDS.some((kind) => kinds[kind]);
  // The criteria of stage 2 may have changed since.
  const isOutside = findQuotaFlaw(quotas, within.data, places)?.rule === 'quotaOutside';
  const wrong = note ?? error ?? (isOutside ? validation.quotaOutside : undefined);
  return (
    <div role="group" aria-label={words.open} aria-describedby={wrong && errorId}>
      <p className="text-sm text-cocoa-3">{words.hint}</p>
      <fieldset className="mt-3">
        <legend className="text-sm font-semibold">{words.kinds}</legend>
        <div className="flex flex-wrap gap-x-6">
          {KINDS.map((kind) => (
            <Checkbox
              key={kind}
              label={words[kind]}
              checked={kinds[kind]}
              onChange={({ target }) => setKinds({ ...kinds, [kind]: target.checked })}
            />
          ))}
        </div>
      </fieldset>
      {kinds.age && (
        <TextInput
          label={words.ageStarts}
          hint={words.ageStartsHint}
          autoComplete="off"
          value={starts}
          onChange={({ target }) => setStarts(target.value)}
        />
      )}
      <div className="mt-3 flex flex-wrap gap-3">
        <Button
          variant="secondary"
          size="small"
          disabled={!hasKind}
          onClick={() => show(equalGroups(within.data, { ...kinds, starts: numbers }, places))}
        >
          {words.make}
        </Button>
        <Button
          variant="secondary"
          size="small"
          disabled={!hasKind}
          onClick={() => show(censusGroups(within.data, kinds, places))}
        >
          {words.census}
        </Button>
      </div>
      <p className="mt-1.5 text-sm text-cocoa-3">{words.censusHint}</p>
      {quotas.length > 0 && <QuotaList {...{ quotas, places, without, onChange }} />}
      <FieldError id={errorId} error={wrong} />
    </div>
  );
}
