import { sayGroup } from '@app/words/groups.ts';
import { quotaWords as words } from '@app/words/quotas.ts';
import { validation } from '@app/words/validation.ts';
import { type Cell, MAX_CELLS, flawOfCells, spreadPlaces, sumOfCells } from '@app/contracts/project/cells.ts';
import { MAX_PARTICIPANTS, ParticipantsDemographics } from '@app/contracts/project/studies.ts';
import { useId, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { cx } from '../../../ui/cx.ts';
import { controlClass, FieldError } from '../../../ui/field.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { censusGroups, equalGroups } from './groups-of.ts';

interface QuotasProps {
  demographics: unknown;
  /** Of the study. */
  places: number;
  cells: readonly Cell[];
  error: string | undefined;
  onChange: (cells: Cell[]) => void;
}

const KINDS = ['gender', 'age', 'region'] as const;

/** So many of the places for whom: groups are made of kinds, or as the census has them, and their places are then one's own. */
export function Quotas({ demographics, places, cells, error, onChange }: QuotasProps) {
  const within = ParticipantsDemographics.safeParse(demographics);
  const [kinds, setKinds] = useState({ gender: true, age: false, region: false });
  const [starts, setStarts] = useState('30, 45');
  const [note, setNote] = useState<string>();
  const errorId = useId();
  function show(made: Cell[] | undefined) {
    setNote(made ? undefined : words.tooMany(MAX_CELLS));
    if (made) onChange(made);
  }
  if (!within.success || places <= 0) return <p className="text-sm text-cocoa-2">{words.placesFirst}</p>;
  const numbers = starts.split(/\D+/).map(Number).filter(Boolean);
  const sum = sumOfCells(cells);
  // Stage 2 may have changed since.
  const isOutside = flawOfCells(cells, within.data, places)?.rule === 'cellOutside';
  const wrong = note ?? error ?? (isOutside ? validation.cellOutside : undefined);
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
          inputMode="numeric"
          autoComplete="off"
          value={starts}
          onChange={({ target }) => setStarts(target.value)}
        />
      )}
      <div className="mt-3 flex flex-wrap gap-3">
        <Button
          variant="secondary"
          size="small"
          disabled={!KINDS.some((kind) => kinds[kind])}
          onClick={() => show(equalGroups(within.data, { ...kinds, starts: numbers }, places))}
        >
          {words.make}
        </Button>
        <Button variant="secondary" size="small" onClick={() => show(censusGroups(within.data, places))}>
          {words.census}
        </Button>
      </div>
      <p className="mt-1.5 text-sm text-cocoa-3">{words.censusHint}</p>
      {cells.length > 0 && (
        <>
          <ul aria-label={words.list} className="mt-4 divide-y divide-line border-y border-line">
            {cells.map((cell, at) => (
              <li key={sayGroup(cell)}>
                <label className="flex items-center justify-between gap-4 py-2">
                  <span className="min-w-0 wrap-anywhere">{sayGroup(cell)}</span>
                  <input
                    type="text"
                    inputMode="numeric"
                    autoComplete="off"
                    className={cx(controlClass, 'figures shrink-0 text-center')}
                    style={{ width: '5rem' }}
                    value={Number.isNaN(cell.places) ? '' : cell.places}
                    onChange={({ target }) =>
                      onChange(
                        cells.with(at, {
                          ...cell,
                          // A group that is too large could not be kept on the device.
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
          <div className="flex flex-wrap gap-3">
            {sum !== places && sum > 0 && (
              <Button
                variant="quiet"
                size="small"
                className="-ml-4"
                onClick={() => {
                  const fitted = spreadPlaces(
                    cells.map((cell) => cell.places),
                    places,
                  );
                  onChange(cells.map((cell, at) => ({ ...cell, places: fitted[at] ?? 0 })));
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
