import { frameWords } from '@app/words/frame.ts';
import { homeWords as words } from '@app/words/home.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { Link } from 'react-router';
import { BySession } from '../../../product/page-settings.tsx';
import { PublicFrame } from '../../../product/frames/public-frame.tsx';
import { pageMeta } from '../../../product/title.ts';
import { SENT_KEY } from '../../../session/interrupted-page.ts';
import { useUser } from '../../../session/session.ts';
import { Card } from '../../../ui/card.tsx';
import { LinkButton } from '../../../ui/button.tsx';
import { WovenThread, Woven } from '../../../ui/woven-pattern.tsx';
import { LinkedText } from '../linked-text.tsx';
import { profileChoiceWords } from '@app/words/profile-choices.ts';

export const meta = () => pageMeta(words.title, words.description);

/** This HTML is built in advance. So only the browser's storage knows which page a guest wanted to open. */
function SentPage() {
  const user = useUser();
  const sent = import.meta.env.SSR || user !== null ? null : localStorage.getItem(SENT_KEY);
  if (sent === null) return null;
  const isStudy = sent.startsWith(paths.studyApply(''));
  const linkClass = 'text-link inline-flex min-h-11 items-center';
  const readable = sent.replace(paths.studyApply(''), paths.openStudy(''));
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-5">
      <p className="font-semibold">{isStudy ? words.sentStudy : words.sentPage}</p>
      {isStudy && (
        <>
          <a href={readable} className={linkClass}>
            {words.readStudy}
          </a>
          <Link to={paths.participantSignUp} className={linkClass}>
            {words.signUp}
          </Link>
        </>
      )}
      <Link to={isStudy ? paths.participantLogIn : paths.logIn} className={linkClass}>
        {frameWords.logIn}
      </Link>
    </div>
  );
}

function GoOn() {
  return (
    <Card className="flex flex-col items-start gap-4 sm:flex-row sm:items-center sm:justify-between">
      <div>
        <h2>{words.goOn.heading}</h2>
        <p className="mt-1 text-cocoa-2">{words.goOn.text}</p>
      </div>
      <LinkButton to={paths.dashboard}>{words.goOn.action}</LinkButton>
    </Card>
  );
}

interface RoleCardProps {
  eyebrow: string;
  heading: string;
  text: string;
  to: string;
  action: string;
}

function RoleCard({ eyebrow, heading, text, to, action }: RoleCardProps) {
  return (
    <Card className="flex flex-col items-start">
      <p className="text-sm font-semibold text-gold-ink">{eyebrow}</p>
      <h2>{heading}</h2>
      <p className="mt-1 mb-4 grow text-cocoa-2">{text}</p>
      <LinkButton to={to}>{action}</LinkButton>
    </Card>
  );
}

export default function Home() {
  return (
    <PublicFrame>
      <div className="mx-auto w-full max-w-page px-4 sm:px-8">
        <div className="grid gap-10 pt-2 lg:grid-cols-[11fr_10fr] lg:gap-12 lg:pt-4">
          <div className="self-center">
            <h1 className="text-3xl sm:text-5xl">{words.heading}</h1>
            <p className="mt-3 max-w-text text-cocoa-2 sm:mt-6 sm:text-lg">{words.text}</p>
            <SentPage />
          </div>
          <HeroPicture />
        </div>
        <div className="mt-5 sm:mt-8">
          <BySession
            signedIn={<GoOn />}
            guest={
              <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 sm:gap-4">
                <RoleCard {...words.researchers} to={paths.signUp} action={frameWords.recruit} />
                <RoleCard {...words.participants} to={paths.participantSignUp} action={frameWords.takePart} />
              </div>
            }
          />
        </div>
        {/* Only the host can fill in that page, so a normal link opens it. */}
        <a href={paths.openStudies} className="text-link mt-3 inline-flex min-h-11 items-center">
          {words.lookFirst}
        </a>
        <p className="mt-1 text-sm text-cocoa-3">{words.act}</p>
      </div>
      <WovenThread className="mt-8 h-2 w-full lg:mt-12" />
      <section className="mx-auto w-full max-w-page px-4 pt-10 sm:px-8 lg:pt-14">
        <h2 className="text-3xl">{words.promises.heading}</h2>
        <ul className="mt-6 grid gap-x-8 gap-y-5 sm:grid-cols-2 md:grid-cols-3 lg:gap-y-8">
          {words.promises.items.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p className="mt-1 text-cocoa-2">
                <LinkedText text={text} />
              </p>
            </li>
          ))}
        </ul>
        <Link to={paths.about} className="text-link mt-4 inline-flex min-h-11 items-center">
          {words.more}
        </Link>
      </section>
    </PublicFrame>
  );
}

const { picture } = words;

function HeroPicture() {
  return (
    <div aria-hidden="true" className="relative h-80 overflow-hidden rounded-card max-lg:hidden">
      <Woven seed={7} columns={14} rows={12} className="h-full w-full" />
      <div className="absolute top-6 left-6 w-64 rounded-card bg-surface p-5">
        <p className="text-sm font-semibold text-gold-ink">{picture.details}</p>
        <p className="mt-1 font-display text-lg leading-tight font-heavy">{picture.name}</p>
        <p className="mt-2 text-sm text-cocoa-2">{picture.when}</p>
      </div>
      <div className="absolute right-6 bottom-6 w-60 rounded-card bg-surface p-5">
        <p className="text-sm text-cocoa-2">{picture.moneyTo}</p>
        <p className="mt-1 font-display text-lg leading-tight font-heavy">
          {profileChoiceWords.provider.MTN}
        </p>
        <p className="figures mt-1 text-sm">{picture.number}</p>
      </div>
    </div>
  );
}
