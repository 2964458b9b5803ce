import { funnelWords as words } from '@app/words/funnel.ts';
import { groupText } from '@app/words/quota-names.ts';
import {
  type Figure,
  type Figures,
  type Funnel as Numbers,
  FUNNEL_STAGES,
  exportFunnel,
  readFunnel,
  readReachWithoutCriteria,
} from '@app/contracts/project/funnel.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { callProject } from '../../../api/call.ts';
import { failureMessage } from '../../../api/failure.ts';
import { applicantKeys } from '../../../api/keys.ts';
import { saveFile } from '../../../api/save-file.ts';
import { useSingleCall } from '../../../api/use-single-call.ts';
import { shortDate } from '../../../format/dates.ts';
import { Button } from '../../../ui/button.tsx';
import { FilterSelect } from '../../../ui/filter-select.tsx';
import { Loading, Skeleton, FailedState, EmptyState } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import { Sideways } from './horizontal-scroll.tsx';

const PAID = FUNNEL_STAGES.indexOf('PAID');

function renderFigure(figure: Figure | null | undefined): ReactNode {
  if (typeof figure === 'number') return figure;
  return figure === 'HIDDEN' ? words.hidden : words.unknown;
}

const figureSize = (figure: Figure | null | undefined) => (typeof figure === 'number' ? figure : 0);

function Bar({ part, of }: { part: Figure | null | undefined; of: Figure | null | undefined }) {
  const width = `${Math.min(100, (100 * figureSize(part)) / Math.max(1, figureSize(of)))}%`;
  return (
    <div aria-hidden="true" className="mt-1.5 h-2 overflow-hidden rounded-pill bg-sunken">
      <div className="h-full bg-green" style={{ width }} />
    </div>
  );
}

const cellClass = 'figures py-2 pr-3 text-left align-top font-normal';

interface TableProps {
  label: string;
  heads: readonly string[];
  rows: readonly { name: string; bar?: ReactNode; values: readonly ReactNode[] }[];
}

function Table({ label, heads, rows }: TableProps) {
  return (
    <Sideways label={label}>
      <table className="w-full text-sm" style={{ minWidth: `${heads.length * 5}rem` }}>
        <thead className="text-cocoa-2">
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col" className={cellClass}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(({ name, bar, values }) => (
            <tr key={name}>
              <th scope="row" className={`${cellClass} wrap-anywhere`} style={{ minWidth: '8rem' }}>
                {name}
                {bar}
              </th>
              {values.map((one, at) => (
                <td key={heads[at + 1]} className={cellClass}>
                  {one}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Sideways>
  );
}

const stageWords = ({ survey }: Study) => (survey ? words.onlineStages : words.stages);

function Steps({ study, stages, numbers }: { study: Study; stages: readonly number[]; numbers: Numbers }) {
  const { all, ended } = numbers;
  const rows: [name: string, figure: Figure | null | undefined][] = stages.map((stage) => [
    stageWords(study)[FUNNEL_STAGES[stage]!],
    all[stage],
  ]);
  // A survey can end in these ways too.
  if (ended)
    rows.splice(
      FUNNEL_STAGES.indexOf('CAME'),
      0,
      [words.ended.SCREENED_OUT, ended.SCREENED_OUT],
      [words.ended.REJECTED, ended.REJECTED],
    );
  return (
    <Table
      label={words.heading}
      heads={[words.stage, words.people]}
      rows={rows.map(([name, figure]) => ({
        name,
        bar: <Bar part={figure} of={all[0]} />,
        values: [renderFigure(figure)],
      }))}
    />
  );
}

type Part = keyof typeof words.parts;

function funnelSections({ quotas: groups }: Study, { sources, quotas, days }: Numbers) {
  const quotaLabel = (quota: number | null) => {
    const group = quota === null ? undefined : groups[quota];
    return group ? groupText(group) : words.noQuota;
  };
  const rowsByPart: Record<Part, { name: string; figures: Figures }[]> = {
    sources: sources.map(({ source, figures }) => ({
      name: source ? words.sources[source] : words.noSource,
      figures,
    })),
    quotas: quotas.map(({ quota, figures }) => ({ name: quotaLabel(quota), figures })),
    days: days.map(({ day, figures }) => ({ name: shortDate(day), figures })),
  };
  return rowsByPart;
}

function Parts({ study, numbers, stages }: { study: Study; numbers: Numbers; stages: readonly number[] }) {
  const parts = funnelSections(study, numbers);
  const offered = (Object.keys(words.parts) as Part[]).filter((part) => parts[part].length > 0);
  const [chosen, setChosen] = useState<Part>('sources');
  const rows = parts[chosen];
  // The day of a payment is not recorded.
  const shown = chosen === 'days' ? stages.filter((stage) => stage !== PAID) : stages;
  const most = Math.max(5, ...rows.map(({ figures }) => figureSize(figures[0])));
  return (
    <div className="mt-6">
      <div style={{ maxWidth: '20rem' }}>
        <FilterSelect
          label={words.by}
          options={offered.map((part) => [part, words.parts[part]])}
          value={chosen}
          onChange={(value) => setChosen(value as Part)}
        />
      </div>
      {chosen === 'days' && <p className="mt-2 text-sm text-cocoa-2">{words.daysHint}</p>}
      <Table
        label={words.tableCaption(words.parts[chosen])}
        heads={[words.parts[chosen], ...shown.map((stage) => stageWords(study)[FUNNEL_STAGES[stage]!])]}
        rows={rows.map(({ name, figures }) => ({
          name,
          bar: figures[0] !== 'HIDDEN' && <Bar part={figures[0]} of={most} />,
          values: shown.map((stage) => renderFigure(figures[stage])),
        }))}
      />
    </div>
  );
}

/** Counting needs one query per criterion, so it starts only after a click. */
function LeftOut({ id }: { id: string }) {
  const [isAsked, setIsAsked] = useState(false);
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: applicantKeys.leftOut(id),
    queryFn: ({ signal }) => callProject(readReachWithoutCriteria, { params: { id } }, signal),
    enabled: isAsked,
  });
  const renderCount = ({
    count,
    reading,
  }: {
    count: number;
    reading?: keyof typeof words.reading | undefined;
  }) => (reading ? words.reading[reading](count) : count);
  return (
    <div className="mt-6 border-t border-line pt-4">
      <h3 className="font-body text-base font-semibold tracking-normal">{words.leftOut}</h3>
      <p className="mt-1 max-w-text text-sm text-cocoa-2">{words.leftOutText}</p>
      <div role="status">
        {data ? (
          data.without.length === 0 ? (
            <p className="mt-2 text-sm">{words.noCriteria}</p>
          ) : (
            <Table
              label={words.leftOut}
              heads={[words.criterion, words.fit]}
              rows={[
                { name: words.with, values: [renderCount(data)] },
                ...data.without.map((one) => ({
                  name: words.without(words.criteria[one.criterion]),
                  values: [renderCount(one)],
                })),
              ]}
            />
          )
        ) : (
          <>
            {isError && <p className="mt-2 text-sm">{words.notCounted}</p>}
            <Button
              variant="secondary"
              size="small"
              className="mt-3"
              isBusy={isFetching}
              onClick={() => (isAsked ? void refetch() : setIsAsked(true))}
            >
              {words.count}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}

export function Funnel({ study }: { study: Study }) {
  const { id } = study;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: applicantKeys.funnel(id),
    queryFn: ({ signal }) => callProject(readFunnel, { params: { id } }, signal),
    refetchOnMount: 'always',
  });
  const saving = useSingleCall([exportFunnel.path], {
    mutationFn: () => callProject(exportFunnel, { params: { id } }),
    onSuccess(file) {
      saveFile(file);
      toast.success(words.saved);
    },
  });
  if (!data && error)
    return (
      <FailedState text={failureMessage(error)} onRetry={() => void refetch()} isRetrying={isFetching} />
    );
  if (!data)
    return (
      <Loading>
        <Skeleton className="mb-3 h-6" />
        <Skeleton className="h-48" />
      </Loading>
    );
  if (data.all[0] === 0) return <EmptyState title={words.emptyTitle} text={words.emptyText} />;
  const stages = [...FUNNEL_STAGES.keys()].filter((stage) => stage !== PAID || study.incentive > 0);
  return (
    <>
      {study.incentive > 0 && data.all[PAID] === null && (
        <p role="status" className="mt-1 text-sm">
          {words.unpaidHint}
        </p>
      )}
      <Steps study={study} stages={stages} numbers={data} />
      <Parts study={study} numbers={data} stages={stages} />
      <p className="mt-2 text-sm text-cocoa-2">{words.fewHint}</p>
      <Button
        variant="secondary"
        size="small"
        className="mt-3"
        isBusy={saving.isPending}
        onClick={() => saving.mutate(undefined)}
      >
        {words.save}
      </Button>
      <LeftOut id={id} />
    </>
  );
}
