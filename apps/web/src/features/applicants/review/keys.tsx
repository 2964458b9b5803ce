import { applicantWords as words } from '@app/words/applicants.ts';

/** For eyes and keyboards: what a key does is the name of a button too. */
export function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span aria-hidden="true" className="inline-flex gap-1 pointer-coarse:hidden">
      {keys.map((key) => (
        <kbd
          key={key}
          className="inline-flex min-w-6 justify-center rounded-control border border-line-strong bg-surface px-1.5 [font-family:inherit] text-xs font-semibold text-cocoa"
        >
          {key}
        </kbd>
      ))}
    </span>
  );
}

/** Which keys the review has, where there is a keyboard. */
export function KeyLegend() {
  return (
    <p
      aria-hidden="true"
      className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-cocoa-2 pointer-coarse:hidden"
    >
      {words.keys.map(({ keys, does }) => (
        <span key={does} className="inline-flex items-center gap-1.5">
          <Keys keys={keys} />
          {does}
        </span>
      ))}
    </p>
  );
}
