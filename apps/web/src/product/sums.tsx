import { cedis } from '@app/words/cedis.ts';

type Row = readonly [name: string, pesewas: number];

export function Sums({ rows, total }: { rows: readonly Row[]; total?: Row }) {
  const row = ([name, pesewas]: Row, isTotal: boolean) => (
    <div
      key={name}
      className={`flex flex-wrap items-baseline justify-between gap-x-4 py-2.5 last:pb-0 ${isTotal ? 'font-bold' : 'text-sm'}`}
    >
      <dt className="min-w-0 flex-1 basis-32 wrap-anywhere">{name}</dt>
      <dd className="figures ml-auto whitespace-nowrap">
        {pesewas < 0 ? `− ${cedis(-pesewas)}` : cedis(pesewas)}
      </dd>
    </div>
  );
  return (
    <dl className="mt-2 divide-y divide-line border-t border-line">
      {rows.map((one) => row(one, false))}
      {total && row(total, true)}
    </dl>
  );
}
