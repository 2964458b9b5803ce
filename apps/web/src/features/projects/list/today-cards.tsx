import { DAY_MS } from '@app/contracts/durations.ts';
import { cedis } from '@app/words/cedis.ts';
import { clock } from '@app/words/clock.ts';
import { projectWords as words } from '@app/words/projects.ts';
import { sumBudgets } from '@app/contracts/payment/budgets.ts';
import { listMeetings } from '@app/contracts/project/meetings.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { callProject } from '../../../api/call.ts';
import { callPayment } from '../../../api/call-payment.ts';
import { budgetKeys, meetingKeys } from '../../../api/keys.ts';
import { lastKnownData } from '../../../api/last-known.ts';
import { useNow, useToday } from '../../../product/meetings/use-now.ts';
import { expectedBookings, groupByMeeting, meetingTitle } from '../../../product/meetings/group-meetings.ts';

const MOST = 3;

export function useTodaySummary(userId: string, isWanted: boolean) {
  const day = useToday();
  const keys = { meetings: meetingKeys.today(userId, day), money: budgetKeys.sum(userId) };
  const always = { enabled: isWanted, refetchOnMount: 'always' } as const;
  const meetings = useQuery({
    queryKey: keys.meetings,
    ...lastKnownData(keys.meetings),
    queryFn: ({ signal }) => {
      const from = `${day}T00:00:00.000Z`;
      const to = new Date(Date.parse(from) + DAY_MS).toISOString();
      return callProject(listMeetings, { query: { from, to } }, signal);
    },
    ...always,
  });
  const money = useQuery({
    queryKey: keys.money,
    ...lastKnownData(keys.money),
    queryFn: ({ signal }) => callPayment(sumBudgets, {}, signal),
    ...always,
  });
  return { meetings, money, isLoading: meetings.isLoading };
}

const cardClass = 'rounded-card border border-line bg-surface px-4 py-3 sm:px-5';

function Meetings({ meetings }: Pick<ReturnType<typeof useTodaySummary>, 'meetings'>) {
  const now = useNow();
  const all =
    meetings.data && groupByMeeting(meetings.data).filter((meeting) => expectedBookings(meeting).length > 0);
  const ahead = all?.filter(({ endsAt }) => Date.parse(endsAt) > now);
  const listed = ahead?.length ? ahead : (all ?? []);
  const shown = listed.slice(0, MOST);
  return (
    <section aria-labelledby="today" className={cardClass}>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="today" className="text-lg">
          {words.todayHeading}
        </h2>
        <Link to={paths.meetings} className="text-link inline-flex min-h-11 items-center text-sm">
          {words.allMeetings}
        </Link>
      </div>
      {shown.length > 0 && (
        <ul>
          {shown.map((meeting) => (
            <li key={meeting.key} className="figures flex gap-3 py-1 text-sm">
              <span className="shrink-0 font-semibold">{clock(meeting.startsAt)}</span>
              <span className="line-clamp-3 wrap-anywhere">
                {meetingTitle(meeting)} <span className="text-cocoa-2">· {meeting.studyName}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className="figures text-sm text-cocoa-2 empty:hidden">
        {all === undefined && meetings.isError && words.todayFailed}
        {all?.length === 0 && words.noneToday}
        {listed.length > shown.length && words.moreToday(listed.length - shown.length)}
      </p>
    </section>
  );
}

function Money({ money: { data, isError } }: Pick<ReturnType<typeof useTodaySummary>, 'money'>) {
  const sums = [
    [words.moneyLeft, data?.availableInPesewas],
    [words.moneyKept, data?.keptInPesewas],
  ] as const;
  return (
    <section aria-labelledby="money" className={cardClass}>
      <h2 id="money" className="mb-1 text-lg">
        {words.moneyHeading}
      </h2>
      {/* The card always has the same height, because the content below is shown before the data arrives. */}
      {data === undefined && isError ? (
        <p className="text-sm text-cocoa-2" style={{ minHeight: '3.3125rem' }}>
          {words.todayFailed}
        </p>
      ) : (
        <dl className="figures text-sm">
          {sums.map(([name, pesewas]) => (
            <div key={name} className="flex flex-wrap justify-between gap-x-4 py-0.5">
              <dt className="text-cocoa-2">{name}</dt>
              <dd className="font-semibold">{pesewas !== undefined && cedis(pesewas)}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

export function TodayCards({ state: { meetings, money } }: { state: ReturnType<typeof useTodaySummary> }) {
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <Meetings meetings={meetings} />
      <Money money={money} />
    </div>
  );
}
