import { applicantMessages as words } from '@app/words/applicants.ts';
import { useEffect, useState } from 'react';
import { controlClass } from '../../../ui/control-class.ts';

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
    <label>
      <span className="mb-1.5 block text-sm font-semibold">{words.search}</span>
      <input
        type="search"
        autoComplete="off"
        maxLength={LONGEST}
        value={text}
        onChange={(event) => setTyped({ ...typed, text: event.target.value })}
        className={controlClass}
      />
    </label>
  );
}
