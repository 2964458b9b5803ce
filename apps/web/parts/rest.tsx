import { today } from '@app/contracts/calendar.ts';
import { DAY_MS } from '@app/contracts/durations.ts';
import { partsPageWords as words } from '@app/words/parts-page.ts';
import { Link } from 'react-router';
import { DeclineNotice } from '../src/product/decline-notice.tsx';
import { Logo } from '../src/product/logo.tsx';
import { StudyAbout } from '../src/product/study-about.tsx';
import { StudyCard } from '../src/product/study-card.tsx';
import { Banner } from '../src/ui/banner.tsx';
import { Button } from '../src/ui/button.tsx';
import { Card } from '../src/ui/card.tsx';
import { DetailList } from '../src/ui/detail-list.tsx';
import { lazyPart, Loading, Skeleton, FailedState, EmptyState } from '../src/ui/states.tsx';
import { MoreMenu } from '../src/ui/more-menu.tsx';
import { SearchField } from '../src/ui/search-field.tsx';
import { Pager, usePageNumber } from '../src/ui/pager.tsx';
import { Stepper } from '../src/ui/stepper.tsx';
import { toast } from '../src/ui/toast.ts';
import { Woven, WovenThread } from '../src/ui/woven-pattern.tsx';
import { PartSection } from './part-section.tsx';

const PAGES = 5;
const days = [1, 3, 12].map((later) => today(new Date(Date.now() + later * DAY_MS)));

let tries = 0;

const Lazy = lazyPart(async () => {
  tries += 1;
  if (tries === 1) throw new Error('No connection');
  return () => <Card>{words.lazyArrived}</Card>;
});

function StudyCards() {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <StudyCard
        companyName={words.company1}
        publicName={words.sampleName}
        description={words.bannerText}
        durationInMinutes={30}
        availableDates={days}
        deviceRequirements={['MOBILE_PHONE', 'COMPUTER_WITH_WEBCAM']}
        places={{ left: 4, all: 12 }}
        Heading="h3"
        action={<Button variant="secondary">{words.emptyAction}</Button>}
      />
      <StudyCard
        companyName={null}
        publicName={words.longName}
        description={words.longName}
        durationInMinutes={60}
        availableDates={days.slice(0, 1)}
        Heading="h3"
        action={<Button variant="secondary">{words.emptyAction}</Button>}
      />
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
      <DeclineNotice
        reason={words.longName}
        action={<Button variant="secondary">{words.bannerAction}</Button>}
      />
      <DeclineNotice reason={null} />
      <Card>
        <DetailList
          details={[
            { name: words.sampleName, value: words.company1 },
            { name: words.longName, value: words.longName },
          ]}
        />
      </Card>
      <Stepper steps={words.steps} current={2} />
      <StudyCards />
      <div>
        <StudyAbout
          companyName={words.company1}
          publicName={words.sampleName}
          description={words.bannerText}
          availableTimes={[]}
          deviceRequirements={['TABLET']}
          Heading="h3"
          missing={words.notChosen}
        />
      </div>
      <SearchField
        label={words.sampleName}
        hint={words.sampleName}
        longest={100}
        drawn=""
        readNewest={() => ''}
        onSearch={toast.info}
      />
      <MoreMenu label={words.moreMenu} className="self-start">
        {(close) => (
          <Button variant="plain" size="small" onClick={close}>
            {words.emptyAction}
          </Button>
        )}
      </MoreMenu>
      <Pager number={number} totalPages={PAGES} />
      <EmptyState
        title={words.emptyTitle}
        text={words.emptyText}
        action={<Button variant="secondary">{words.emptyAction}</Button>}
      />
      <FailedState text={words.failed} onRetry={() => toast.info(words.sent)} />
      <Lazy />
      <nav aria-label={words.alone} className="flex flex-wrap gap-x-6">
        <Link to="?part=outcome" className="text-link inline-flex min-h-11 items-center">
          {words.outcome}
        </Link>
        <Link to="?part=wizard-head" className="text-link inline-flex min-h-11 items-center">
          {words.wizardHead}
        </Link>
      </nav>
      <Logo />
      <Woven className="h-28 w-72 max-w-full rounded-card" columns={12} rows={5} />
      <WovenThread />
    </PartSection>
  );
}
