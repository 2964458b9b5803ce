import { openStudiesWords as words } from '@app/words/open-studies.ts';
import { marks } from '@app/contracts/page-marks.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { pageMeta } from '../../product/title.ts';
import { Card } from '../../ui/card.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { ReadingPage } from './reading-page.tsx';

export const meta = () => pageMeta(words.heading, words.description);

const { ofStudy } = marks;

/** The host repeats this HTML for each study (apps/host/src/fill-page.ts). */
function Study() {
  return (
    <li>
      <Card className="flex h-full flex-col">
        <h2 className="text-xl wrap-anywhere">
          <a href={ofStudy('ADDRESS')} className="underline-offset-4 hover:underline">
            {ofStudy('NAME')}
          </a>
        </h2>
        <p className="mt-1 text-sm text-cocoa-2">{ofStudy('COMPANY')}</p>
        <p className="figures mt-1 font-semibold">{ofStudy('PAY')}</p>
        <p className="figures mt-1 text-sm font-semibold">{ofStudy('STUDY_DETAILS')}</p>
        <p className="mt-1 text-sm text-cocoa-2">{ofStudy('PEOPLE')}</p>
        <p className="mt-2 mb-4 wrap-anywhere text-cocoa-2">{ofStudy('TEXT')}</p>
        <div className="mt-auto">
          <a href={ofStudy('APPLY')} className={buttonClass({ variant: 'secondary', size: 'small' })}>
            {words.apply}
            <span className="sr-only">{words.applyTo(ofStudy('NAME'))}</span>
          </a>
        </div>
      </Card>
    </li>
  );
}

/** Only the host knows the studies, so the app uses a normal link. */
function Studies() {
  if (!import.meta.env.SSR)
    return (
      <a href={paths.openStudies} className="text-link mt-6 inline-flex min-h-11 items-center">
        {words.all}
      </a>
    );
  return (
    <>
      {marks.begin('STUDY_GONE')}
      <div role="alert" className="mt-6 rounded-card bg-gold-tint px-4 py-3">
        <p className="font-semibold">{words.gone}</p>
        <a href={paths.studies} className="text-link inline-flex min-h-11 items-center">
          {words.goneApplied}
        </a>
      </div>
      {marks.end}
      {marks.begin('TOO_MANY_READERS')}
      <div role="alert" className="mt-6 rounded-card bg-gold-tint px-4 py-3">
        <p className="font-semibold">{words.tooManyReaders}</p>
      </div>
      {marks.end}
      {marks.begin('STUDIES')}
      <ul className="mt-8 grid gap-4 sm:grid-cols-2">
        {marks.eachStudy}
        <Study />
        {marks.endStudy}
      </ul>
      {marks.otherwise}
      <p className="mt-8">{words.none}</p>
      {marks.end}
    </>
  );
}

export default function OpenStudies() {
  return (
    <ReadingPage heading={words.heading} lead={words.lead}>
      <Studies />
    </ReadingPage>
  );
}
