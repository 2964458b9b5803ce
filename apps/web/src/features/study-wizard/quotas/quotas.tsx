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
import { type Gender, type Region, REGIONS } from '@app/contracts/enumerations.ts';

interface Within {
  minimumAge: number;
  maximumAge: number;
  gender: readonly Gender[];
  regions?: readonly Region[] | undefined;
}

interface Kinds {
  gender: boolean;
  age: boolean;
  region: boolean;
  /** Each value is the minimum age of a further group. */
  starts: readonly number[];
}

interface Shared {
  group: Group;
  share: number;
}

const offeredRegions = ({ regions = [] }: Within) => (regions.length > 0 ? regions : REGIONS);

const product = (first: readonly Shared[], second: readonly Shared[]): Shared[] =>
  first.flatMap((one) =>
    second.map((other) => ({
      group: { ...one.group, ...other.group },
      share: one.share * other.share,
    })),
  );

/** These groups got no place. */
interface Made {
  quotas: Quota[];
  without: Group[];
}

function placed(groups: readonly Shared[], places: number): Made | undefined {
  const whole = spreadPlaces(
    groups.map(({ share }) => share),
    places,
  );
  const all = groups.map(({ group }, at): Quota => ({ ...group, places: whole[at] ?? 0 }));
  const quotas = all.filter((quota) => quota.places > 0);
  const without = groups.map(({ group }) => group).filter((_, at) => all[at]?.places === 0);
  return quotas.length > MAX_QUOTAS ? undefined : { quotas, without };
}

export function equalGroups(
  within: Within,
  { gender, age, region, starts }: Kinds,
  places: number,
): Made | undefined {
  const begins = starts.filter((start) => start > within.minimumAge && start <= within.maximumAge);
  const from = [within.minimumAge, ...new Set(begins.toSorted((a, b) => a - b))];
  const ages = from.map((minimumAge, at) => ({
    group: { minimumAge, maximumAge: (from[at + 1] ?? within.maximumAge + 1) - 1 },
    share: 1,
  }));
  const anybody: Shared[] = [{ group: {}, share: 1 }];
  const genders = gender
    ? within.gender.map((one): Shared => ({ group: { gender: one }, share: 1 }))
    : anybody;
  const regions = region
    ? offeredRegions(within).map((one): Shared => ({ group: { region: one }, share: 1 }))
    : anybody;
  return placed(product(product(genders, age ? ages : anybody), regions), places);
}

/** Shares are those of Ghana's population, within the study's criteria. */
export function censusGroups(within: Within, kinds: Omit<Kinds, 'starts'>, places: number): Made | undefined {
  const genders = CENSUS_GENDERS.filter(([gender]) => within.gender.includes(gender)).map(
    ([gender, share]): Shared => ({ group: { gender }, share }),
  );
  const ages = CENSUS_AGES.filter(
    ({ from, until }) => from <= within.maximumAge && until >= within.minimumAge,
  ).map(({ from, until, share }): Shared => {
    const [minimumAge, maximumAge] = [Math.max(from, within.minimumAge), Math.min(until, within.maximumAge)];
    return {
      group: { minimumAge, maximumAge },
      share: (share * (maximumAge - minimumAge + 1)) / (until - from + 1),
    };
  });
  const regions = offeredRegions(within).map((region): Shared => ({
    group: { region },
    share: CENSUS_REGIONS[region],
  }));
  const chosen = [
    ...(kinds.gender ? [genders] : []),
    ...(kinds.age ? [ages] : []),
    ...(kinds.region ? [regions] : []),
  ];
  return placed(chosen.reduce(product, [{ group: {}, share: 1 }]), places);
}

/**
 * The source is Ghana Statistical Service, 2021 Population and Housing Census: thousands of people by region.
 * Gender shares are national percentages; adult age shares are estimates from five-year groups, rounded.
 */
const CENSUS_REGIONS: Readonly<Record<Region, number>> = {
  AHAFO: 565,
  ASHANTI: 5440,
  BONO: 1209,
  BONO_EAST: 1203,
  CENTRAL: 2860,
  EASTERN: 2926,
  GREATER_ACCRA: 5456,
  NORTH_EAST: 659,
  NORTHERN: 2311,
  OTI: 747,
  SAVANNAH: 653,
  UPPER_EAST: 1301,
  UPPER_WEST: 902,
  VOLTA: 1659,
  WESTERN: 2061,
  WESTERN_NORTH: 881,
};

const CENSUS_GENDERS: readonly (readonly [Gender, number])[] = [
  ['FEMALE', 50.7],
  ['MALE', 49.3],
];

const CENSUS_AGES = [
  { from: 18, until: 29, share: 37 },
  { from: 30, until: 44, share: 34 },
  { from: 45, until: 100, share: 29 },
] as const;

interface QuotasProps {
  demographics: unknown;
  places: number;
  quotas: readonly Quota[];
  error: string | undefined;
  onChange: (quotas: Quota[]) => void;
}

const KINDS = ['gender', 'age', 'region'] as const;

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
  const sum = sumQuotaPlaces(quotas);
  // Stage 2 may have changed since.
  const isOutside = findQuotaFlaw(quotas, within.data, places)?.rule === 'quotaOutside';
  const wrong = note ?? error ?? (isOutside ? validation.quotaOutside : undefined);
  return (
    <div role="group" aria-label={words.open} aria-describedby={wrong && errorId}>
      <p className="text-sm text-cocoa-3">{words.hint}</p>
      <fieldset className="mt-3">
        <legend className="text-sm font-semibold">{words.kinds}</legend>
        {KINDS.map((kind) => (
          <Checkbox
            key={kind}
            label={words[kind]}
            checked={kinds[kind]}
            onChange={({ target }) => setKinds({ ...kinds, [kind]: target.checked })}
          />
        ))}
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
      {quotas.length > 0 && (
        <>
          <ul aria-label={words.list} className="mt-4 divide-y divide-line border-y border-line">
            {quotas.map((quota, at) => (
              <li key={groupText(quota)}>
                <label className="flex items-center justify-between gap-4 py-2">
                  <span className="min-w-0 wrap-anywhere">{groupText(quota)}</span>
                  <input
                    type="text"
                    inputMode="numeric"
                    autoComplete="off"
                    className={cx(controlClass, 'figures shrink-0 text-center')}
                    style={{ width: '5rem' }}
                    value={Number.isNaN(quota.places) ? '' : quota.places}
                    onChange={({ target }) =>
                      onChange(
                        quotas.with(at, {
                          ...quota,
                          // The draft could not store a larger number.
                          places: Math.min(Number(target.value.replaceAll(/\D/g, '')), MAX_PARTICIPANTS),
                        }),
                      )
                    }
                  />
                </label>
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
      )}
      <FieldError id={errorId} error={wrong} />
    </div>
  );
}
