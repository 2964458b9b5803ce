import { partsPageWords as words } from '@app/words/parts-page.ts';
import { PRODUCT_NAME } from '@app/contracts/product.ts';
import { Button } from '../src/ui/button.tsx';
import { SkipLink } from '../src/ui/skip-link.tsx';
import { StickyBar } from '../src/ui/sticky-bar.tsx';
import { toast } from '../src/ui/toast.ts';
import { Choices } from './choices.tsx';
import { Colours } from './colours.tsx';
import { Dialogs } from './dialogs.tsx';
import { Fields } from './fields.tsx';
import { Rest } from './rest.tsx';
import { Statuses } from './statuses.tsx';
import { Toasts } from './toasts.tsx';
import { Buttons, Type } from './type-and-buttons.tsx';

const sections = [
  ['colours', words.colours],
  ['type', words.type],
  ['buttons', words.buttons],
  ['fields', words.fields],
  ['choices', words.choices],
  ['dialogs', words.dialogs],
  ['toasts', words.toasts],
  ['statuses', words.statuses],
  ['rest', words.rest],
] as const;

/** Every part in every state, to look at, and to drive in tests. */
export function Parts() {
  return (
    <>
      <title>{`${words.title} · ${PRODUCT_NAME}`}</title>
      <SkipLink />
      <main id="content" tabIndex={-1} className="mx-auto w-full max-w-page px-4 pt-6 sm:px-8 sm:pt-8">
        <h1>{words.title}</h1>
        <p className="mt-2 max-w-text text-cocoa-2">{words.intro}</p>
        <nav aria-label={words.sections} className="mt-5">
          <ul className="flex flex-wrap gap-x-6">
            {sections.map(([id, title]) => (
              <li key={id}>
                <a href={`#${id}`} className="text-link inline-flex min-h-11 items-center">
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <Colours />
        <Type />
        <Buttons />
        <Fields />
        <Choices />
        <Dialogs />
        <Toasts />
        <Statuses />
        <Rest />
        <StickyBar note={words.barNote}>
          <Button onClick={() => toast.success(words.aToast(words.kinds.success))}>{words.barButton}</Button>
        </StickyBar>
      </main>
    </>
  );
}
