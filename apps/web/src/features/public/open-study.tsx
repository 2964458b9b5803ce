import { openStudiesWords as words } from '@app/words/open-studies.ts';
import { marks } from '@app/contracts/page-marks.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { BySession } from '../../product/page-settings.tsx';
import { PublicFrame } from '../../product/frames/public-frame.tsx';
import { pageMeta } from '../../product/title.ts';
import { buttonClass } from '../../ui/button.tsx';

const { ofStudy } = marks;
/** The app renders this page itself only if there is no connection. */
const isBuild = import.meta.env.SSR;

export const meta = () =>
  isBuild ? pageMeta(ofStudy('NAME'), ofStudy('PREVIEW')) : pageMeta(words.oneHeading, words.description);

function Apply() {
  return (
    <BySession
      signedIn={
        <div>
          <a href={ofStudy('APPLY')} className={buttonClass({})}>
            {words.apply}
          </a>
        </div>
      }
      guest={
        <>
          {marks.signUp}
          <p className="mb-3 max-w-text text-cocoa-2">{words.signUpText}</p>
          {marks.endSignUp}
          <div className="flex flex-wrap gap-3">
            {marks.signUp}
            <a href={ofStudy('SIGN_UP')} className={buttonClass({})}>
              {words.signUp}
            </a>
            {marks.endSignUp}
            <a href={ofStudy('LOG_IN')} className={buttonClass({ variant: 'secondary' })}>
              {words.logIn}
            </a>
          </div>
        </>
      }
    />
  );
}

export default function OpenStudy() {
  return (
    <PublicFrame>
      <div className="mx-auto w-full max-w-page px-4 pt-6 sm:px-8 lg:pt-10">
        {isBuild ? (
          <>
            <p className="text-sm font-semibold text-cocoa-2">{ofStudy('COMPANY')}</p>
            <h1 className="mt-1 max-w-stage text-3xl wrap-anywhere sm:text-4xl">{ofStudy('NAME')}</h1>
            <p className="figures mt-3 text-lg font-semibold">{ofStudy('PAY')}</p>
            <p className="figures mt-1 font-semibold">{ofStudy('STUDY_DETAILS')}</p>
            <p className="mt-1 max-w-text text-sm text-cocoa-2">{ofStudy('PEOPLE')}</p>
            <p className="mt-5 mb-6 max-w-text wrap-anywhere whitespace-pre-line">
              <BySession signedIn={ofStudy('TEXT_SIGNED_IN')} guest={ofStudy('TEXT')} />
            </p>
            <Apply />
          </>
        ) : (
          <h1 className="text-4xl">{words.oneHeading}</h1>
        )}
        <a href={paths.openStudies} className="text-link mt-6 inline-flex min-h-11 items-center">
          {words.all}
        </a>
      </div>
    </PublicFrame>
  );
}
