import { profileChoiceWords } from '@app/words/profile-choices.ts';
import { homeMessages } from '@app/words/public.ts';

const words = homeMessages.payment;

/** How payment reaches the phone. */
export function Payment() {
  return (
    <section className="border-y border-line bg-sunken">
      <div className="mx-auto grid w-full max-w-page gap-10 px-4 pt-14 pb-12 sm:px-8 sm:grid-cols-2 lg:gap-20 lg:pt-20 lg:pb-20">
        <div>
          <p className="text-sm font-semibold text-gold-ink">{words.eyebrow}</p>
          <h2 className="mt-1 text-3xl">{words.heading}</h2>
          <p className="mt-4 max-w-text text-lg text-cocoa-2">{words.text}</p>
          <h3 className="mt-8 font-body text-sm tracking-normal text-cocoa-3">{words.networks}</h3>
          <ul className="mt-3 flex flex-wrap gap-2">
            {Object.values(profileChoiceWords.provider).map((network) => (
              <li
                key={network}
                className="rounded-control border border-line bg-surface px-4 py-2.5 font-semibold"
              >
                {network}
              </li>
            ))}
          </ul>
        </div>
        <ul className="divide-y divide-line rounded-card border border-line bg-surface px-5 sm:px-6">
          {words.items.map(({ title, text }) => (
            <li key={title} className="py-4">
              <h3>{title}</h3>
              <p className="mt-1 text-cocoa-2">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
