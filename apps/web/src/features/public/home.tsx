import { publicMessages as words } from '@app/contracts/messages/public.ts';
import { PublicFrame } from '../../app/frames/public-frame.tsx';
import { paths } from '../../app/paths.ts';
import { titled } from '../../app/title.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Woven, WovenThread } from '../../ui/woven.tsx';
import { Steps } from './steps.tsx';

export const meta = () => titled(words.homeTitle, words.homeDescription);

/** A study and its payment as they look in the product, on the cloth. Only a picture: it is not read out. */
function Picture() {
  return (
    <div
      aria-hidden="true"
      className="relative h-80 overflow-hidden rounded-card sm:h-96 lg:h-auto lg:min-h-104"
    >
      <Woven seed={7} columns={14} rows={12} className="absolute inset-0 size-full" />
      <div className="absolute top-6 left-5 w-64 max-w-[80%] rounded-card bg-surface p-5 sm:top-10 sm:left-8 sm:w-72">
        <p className="text-sm font-semibold text-gold-ink">{words.sampleStudy.facts}</p>
        <p className="mt-1 font-display text-lg leading-tight font-heavy">{words.sampleStudy.name}</p>
        <p className="mt-2 text-sm text-cocoa-2">{words.sampleStudy.when}</p>
      </div>
      <div className="absolute right-5 bottom-6 w-52 rounded-card bg-surface p-5 sm:right-8 sm:bottom-10 sm:w-60">
        <p className="text-sm text-cocoa-2">{words.samplePayment.to}</p>
        <p className="figures mt-1 text-xl font-bold">{words.samplePayment.amount}</p>
      </div>
    </div>
  );
}

export default function Home() {
  return (
    <PublicFrame>
      <div className="mx-auto grid w-full max-w-page gap-10 px-4 pt-6 pb-12 sm:px-8 lg:grid-cols-[11fr_10fr] lg:gap-12 lg:pt-10 lg:pb-20">
        <div className="self-center">
          <h1 className="text-3xl leading-none min-[340px]:text-4xl sm:text-5xl">{words.homeHeading}</h1>
          <p className="mt-6 max-w-text text-lg text-cocoa-2">{words.homeText}</p>
          <div className="mt-7 flex flex-col gap-3 sm:flex-row">
            <LinkButton to={paths.signUp}>{words.recruit}</LinkButton>
            <LinkButton to={paths.participantSignUp} variant="secondary">
              {words.takePart}
            </LinkButton>
          </div>
          <p className="mt-6 text-sm text-cocoa-3">{words.act}</p>
        </div>
        <Picture />
      </div>
      <WovenThread className="block h-3 w-full" />
      <div className="mx-auto grid w-full max-w-page gap-14 px-4 pt-14 sm:px-8 md:grid-cols-2 lg:gap-20 lg:pt-20">
        <Steps {...words.researchers} action={{ to: paths.signUp, text: words.recruit }} />
        <Steps {...words.participants} action={{ to: paths.participantSignUp, text: words.takePart }} />
      </div>
      <section className="mx-auto w-full max-w-page px-4 pt-16 sm:px-8 lg:pt-24">
        <h2 className="text-3xl">{words.promises.heading}</h2>
        <ul className="mt-6 grid gap-8 border-t border-line pt-8 md:grid-cols-3">
          {words.promises.items.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p className="mt-2 text-cocoa-2">{text}</p>
            </li>
          ))}
        </ul>
      </section>
    </PublicFrame>
  );
}
