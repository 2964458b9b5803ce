import { frameMessages } from '@app/words/frame.ts';
import { homeMessages as words } from '@app/words/public.ts';
import { Link } from 'react-router';
import { paths } from '@app/contracts/web-paths.ts';
import { PublicFrame } from '../../../product/frames/public-frame.tsx';
import { titled } from '../../../product/title.ts';
import { WovenThread } from '../../../ui/woven.tsx';
import { Start } from '../start.tsx';
import { HeroPicture } from './hero-picture.tsx';
import { Payment } from './payment.tsx';
import { Steps } from './steps.tsx';
import { WhoSees } from './who-sees.tsx';

export const meta = () => titled(words.title, words.description);

export default function Home() {
  return (
    <PublicFrame>
      <div className="mx-auto grid w-full max-w-page gap-10 px-4 pt-6 pb-12 sm:px-8 lg:grid-cols-[11fr_10fr] lg:gap-12 lg:pt-10 lg:pb-20">
        <div className="self-center">
          <h1 className="text-4xl sm:text-5xl">{words.heading}</h1>
          <p className="mt-6 max-w-text text-lg text-cocoa-2">{words.text}</p>
          <Start className="mt-7" />
          <p className="mt-6 text-sm text-cocoa-3">{words.act}</p>
        </div>
        <HeroPicture />
      </div>
      <WovenThread />
      <div className="mx-auto grid w-full max-w-page gap-14 px-4 pt-14 pb-12 sm:px-8 sm:grid-cols-2 lg:gap-20 lg:pt-20 lg:pb-20">
        <Steps {...words.researchers} action={{ to: paths.signUp, text: frameMessages.recruit }} />
        <Steps
          {...words.participants}
          action={{ to: paths.participantSignUp, text: frameMessages.takePart }}
        />
      </div>
      <Payment />
      <WhoSees />
      <section className="mx-auto w-full max-w-page px-4 pt-14 sm:px-8 lg:pt-20">
        <h2 className="text-3xl">{words.promises.heading}</h2>
        <ul className="mt-6 grid gap-8 border-t border-line pt-8 md:grid-cols-3">
          {words.promises.items.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p className="mt-2 text-cocoa-2">{text}</p>
            </li>
          ))}
        </ul>
        <Start className="mt-10">
          <Link to={paths.about} className="text-link inline-flex min-h-12 items-center">
            {words.more}
          </Link>
        </Start>
      </section>
    </PublicFrame>
  );
}
