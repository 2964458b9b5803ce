import { today } from '@app/contracts/calendar.ts';
import { partsPageMessages as words } from '@app/contracts/messages/parts-page.ts';
import { Banner } from '../src/ui/banner.tsx';
import { Button } from '../src/ui/button.tsx';
import { Card } from '../src/ui/card.tsx';
import { EmptyState } from '../src/ui/empty-state.tsx';
import { FailedState } from '../src/ui/failed-state.tsx';
import { Logo } from '../src/ui/logo.tsx';
import { Pager, usePageNumber } from '../src/ui/pager.tsx';
import { Loading, Skeleton } from '../src/ui/skeleton.tsx';
import { Stepper } from '../src/ui/stepper.tsx';
import { CompanyName, StudyFacts } from '../src/ui/study-facts.tsx';
import { toast } from '../src/ui/toast.ts';
import { Woven, WovenThread } from '../src/ui/woven.tsx';
import { PartSection } from './part-section.tsx';

const PAGES = 5;
const DAY_MS = 86_400_000;
const days = [1, 3, 12].map((later) => today(new Date(Date.now() + later * DAY_MS)));

function StudyCards() {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Card>
        <CompanyName name={words.company1} />
        <h3 className="mt-1">{words.sampleName}</h3>
        <StudyFacts
          className="mt-3"
          durationInMinutes={30}
          availableDates={days}
          deviceRequirements={['MOBILE_PHONE', 'COMPUTER_WITH_WEBCAM']}
          places={{ left: 4, all: 12 }}
        />
      </Card>
      <Card>
        <CompanyName name={null} />
        <h3 className="mt-1 wrap-anywhere">{words.longName}</h3>
        <StudyFacts className="mt-3" durationInMinutes={60} availableDates={days.slice(0, 1)} />
      </Card>
      <Loading label={words.loading}>
        <Card>
          <Skeleton className="h-4 w-32" />
          <Skeleton className="mt-3 h-6 w-3/5" />
          <Skeleton className="mt-3 h-4 w-2/5" />
        </Card>
      </Loading>
    </div>
  );
}

export function Rest() {
  const number = Math.min(usePageNumber(), PAGES - 1);
  return (
    <PartSection id="rest" title={words.rest}>
      <Banner title={words.bannerTitle} action={<Button>{words.bannerAction}</Button>}>
        {words.bannerText}
      </Banner>
      <Banner tone="info">{words.bannerInfo}</Banner>
      <Banner tone="bad" title={words.bannerBad}>
        {words.longName}
      </Banner>
      <Stepper steps={words.steps} current={2} />
      <StudyCards />
      <Pager number={number} totalPages={PAGES} />
      <EmptyState
        title={words.emptyTitle}
        text={words.emptyText}
        action={<Button variant="secondary">{words.emptyAction}</Button>}
      />
      <FailedState text={words.failed} onRetry={() => toast.info(words.sent)} />
      <Logo />
      <Woven className="h-28 w-72 max-w-full rounded-card" columns={12} rows={5} />
      <WovenThread />
    </PartSection>
  );
}
