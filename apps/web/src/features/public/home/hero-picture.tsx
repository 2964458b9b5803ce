import { profileChoiceWords } from '@app/words/profile-choices.ts';
import { homeWords } from '@app/words/public.ts';
import { Woven } from '../../../ui/woven.tsx';

const words = homeWords.picture;

/** A study and an account to be paid to, as they look in the product, on the cloth. Only a picture: it is not read out. */
export function HeroPicture() {
  return (
    <div aria-hidden="true" className="relative h-80 overflow-hidden rounded-card max-lg:hidden">
      <Woven seed={7} columns={14} rows={12} className="h-full w-full" />
      <div className="absolute top-6 left-6 w-64 rounded-card bg-surface p-5">
        <p className="text-sm font-semibold text-gold-ink">{words.facts}</p>
        <p className="mt-1 font-display text-lg leading-tight font-heavy">{words.name}</p>
        <p className="mt-2 text-sm text-cocoa-2">{words.when}</p>
      </div>
      <div className="absolute right-6 bottom-6 w-60 rounded-card bg-surface p-5">
        <p className="text-sm text-cocoa-2">{words.moneyTo}</p>
        <p className="mt-1 font-display text-lg leading-tight font-heavy">
          {profileChoiceWords.provider.MTN}
        </p>
        <p className="figures mt-1 text-sm">{words.number}</p>
      </div>
    </div>
  );
}
