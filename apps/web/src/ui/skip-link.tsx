import { partWords } from '@app/words/parts.ts';

export function SkipLink() {
  return (
    <a
      href="#content"
      className="sr-only rounded-control bg-surface px-4 py-3 font-semibold focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50"
    >
      {partWords.skipToContent}
    </a>
  );
}
