import type { Obstacle } from '@app/contracts/leaving.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { leavingMessages as words } from '@app/words/leaving.ts';
import { Banner } from '../../../ui/banner.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import type { LeaveObstacle } from './use-leave-refusal.ts';

const ways: Record<Obstacle, { to: string; label: string }> = {
  STUDIES_ARE_OPEN: { to: paths.projects, label: words.toStudies },
  MEETINGS_TO_COME: { to: paths.meetings, label: words.toMeetings },
  BUDGET_IS_OPEN: { to: paths.projects, label: words.toStudies },
  PAYMENT_NOT_FINAL: { to: paths.money, label: words.toMoney },
};

/** Why somebody cannot leave yet, and where they put it right. */
export function LeaveRefusal({ refusal }: { refusal: LeaveObstacle | null }) {
  if (refusal === null) return <div role="alert" />;
  const { to, label } = ways[refusal.code];
  return (
    <div role="alert">
      <Banner
        className="mb-4"
        title={words.notYet}
        action={
          <LinkButton to={to} variant="secondary" size="small">
            {label}
          </LinkButton>
        }
      >
        {refusal.message}
      </Banner>
    </div>
  );
}
