import { applicantMessages as words } from '@app/words/applicants.ts';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { controlClass } from '../../../ui/control-class.ts';
import { cx } from '../../../ui/cx.ts';

const DEBOUNCE_MS = 300;
const LONGEST = 100;

/** The name that is searched for follows what is typed; what is typed follows the address where Back has changed that. */
export function NameSearch({ name, onSearch }: { name: string; onSearch: (name: string) => void }) {
  const [typed, setTyped] = useState({ text: name, seen: name, sent: name });
  const { text, seen, sent } = typed;
  // The address comes later than the typing: only what was not sent from here overrides it.
  if (name !== seen)
    setTyped(name === sent ? { ...typed, seen: name } : { text: name, seen: name, sent: name });

  useEffect(() => {
    const wanted = text.trim();
    if (wanted === sent) return undefined;
    const timer = setTimeout(() => {
      setTyped((before) => ({ ...before, sent: wanted }));
      onSearch(wanted);
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, sent, onSearch]);
  return (
    <label className="relative block grow basis-44 max-sm:order-first">
      <span className="sr-only">{words.search}</span>
      <Search aria-hidden="true" className="absolute inset-y-0 left-3 my-auto size-5 text-cocoa-2" />
      <input
        type="search"
        placeholder={words.search}
        autoComplete="off"
        maxLength={LONGEST}
        value={text}
        onChange={(event) => setTyped({ ...typed, text: event.target.value })}
        className={cx(controlClass, 'pr-2 pl-10')}
      />
    </label>
  );
}
