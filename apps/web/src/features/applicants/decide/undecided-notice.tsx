import { HOUR_MS } from '@app/contracts/durations.ts';
import { applicantWords as words } from '@app/words/applicants.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { useCounts } from '../applicant-queries.ts';
import { MorePlaces } from '../study-head.tsx';
import type { Unreached } from './use-decisions.ts';
import { undecidedReasons } from './decision-rules.ts';
import { groupText } from '@app/words/quota-names.ts';
import { quotaWords } from '@app/words/quotas.ts';
import { countApplicants } from '@app/contracts/project/applicants.ts';
import { changeQuotas } from '@app/contracts/project/study-calls.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { SHORT_NOTICE_HOURS } from '@app/contracts/project/meeting-choices.ts';
import { callProject } from '../../../api/call.ts';
import { meetingTime } from '../../../format/meeting-time.ts';
import { applicantKeys } from '../../../api/keys.ts';
import { serverNow } from '../../../api/server-clock.ts';
import { toastFailure } from '../../../api/toast-failure.ts';
import { useSingleCall } from '../../../api/use-single-call.ts';
import { toast } from '../../../ui/toast.ts';

const SHORT_NOTICE_MS = SHORT_NOTICE_HOURS * HOUR_MS;

interface UndecidedNoticeProps {
  study: Study;
  unreached: Unreached;
  onAccept: (applicationId: string) => void;
  /** Undoes the acceptance again, and this time also cancels the booked meetings. */
  onCancelMeetings: (applicationIds: string[]) => void;
  onDismiss: () => void;
}

export function UndecidedNotice({
  study,
  unreached,
  onAccept,
  onCancelMeetings,
  onDismiss,
}: UndecidedNoticeProps) {
  const { status, undecided } = unreached;
  const withMeeting = undecided.filter(({ startsAt }) => startsAt !== undefined);
  const firstOfFull = new Map(
    undecided
      .filter(({ quota }) => quota !== undefined)
      .toReversed()
      .map((one) => [one.quota, one]),
  );
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    notice.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={notice} role="status" className="scroll-mt-6">
      <Banner
        className="mb-4"
        title={words.undecidedTitle[status](undecided.length)}
        action={
          <Button variant="quiet" size="small" onClick={onDismiss}>
            {words.dismiss}
          </Button>
        }
      >
        <ul>
          {undecidedReasons(undecided).map((reason) => (
            <li key={reason}>{reason}.</li>
          ))}
        </ul>
        {withMeeting.length > 0 && (
          <>
            <p className="mt-2">{words.cancelMeetingsText(withMeeting.length)}</p>
            {withMeeting.some(
              ({ startsAt = '' }) => Date.parse(startsAt) - serverNow() < SHORT_NOTICE_MS,
            ) && <p>{words.cancelMeetingsLate(SHORT_NOTICE_HOURS)}</p>}
            <Button
              variant="danger"
              size="small"
              className="mt-2"
              onClick={() => onCancelMeetings(withMeeting.map(({ applicationId }) => applicationId))}
            >
              {words.cancelMeetings(withMeeting.map(({ startsAt = '' }) => meetingTime(startsAt)))}
            </Button>
          </>
        )}
        {(firstOfFull.size > 0 || undecided.some(({ because }) => because === 'NO_PLACE_LEFT')) && (
          <MorePlaces study={study} />
        )}
        {[...firstOfFull.values()].map(({ applicationId, quota = 0 }) => (
          <MovePlace key={quota} {...{ study, quota }} onMoved={() => onAccept(applicationId)} />
        ))}
      </Banner>
    </div>
  );
}

interface MovePlaceProps {
  study: Study;
  quota: number;
  onMoved: () => void;
}

/** Takes the place from the quota with the most free places at the time of the click. */
function MovePlace({ study, quota, onMoved }: MovePlaceProps) {
  const client = useQueryClient();
  const { id } = study;
  const moving = useSingleCall(['move-place', id], {
    async mutationFn() {
      const { byQuota } = await callProject(countApplicants, { params: { id } });
      const free = study.quotas.map(({ places }, at) =>
        at === quota ? 0 : places - (byQuota[at]?.taken ?? 0),
      );
      const from = free.indexOf(Math.max(...free));
      if ((free[from] ?? 0) <= 0) return false;
      const change = new Map([
        [from, -1],
        [quota, 1],
      ]);
      const quotas = study.quotas.map((one, at) => ({ ...one, places: one.places + (change.get(at) ?? 0) }));
      await callProject(changeQuotas, { params: { id }, body: { quotas }, ifVersion: study.version });
      return true;
    },
    onError(error) {
      toastFailure(error);
      void client.invalidateQueries({ queryKey: applicantKeys.study(id) });
    },
    async onSuccess(hasMoved) {
      if (!hasMoved) return toast.info(quotaWords.noneFree);
      await client.invalidateQueries({ queryKey: applicantKeys.study(id) });
      return onMoved();
    },
  });
  const { data: counts } = useCounts(id);
  const isFree = study.quotas.some(
    ({ places }, at) => at !== quota && places > (counts?.byQuota[at]?.taken ?? 0),
  );
  const group = study.quotas[quota];
  if (!group || !isFree || (study.state !== 'PUBLISHED' && study.state !== 'PAUSED')) return null;
  return (
    <Button
      variant="secondary"
      size="small"
      className="mt-2"
      isBusy={moving.isPending}
      onClick={() => moving.mutate()}
    >
      {quotaWords.move(groupText(group))}
    </Button>
  );
}
