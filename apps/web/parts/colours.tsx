import { partsPageWords as words } from '@app/words/parts-page.ts';
import { useSyncExternalStore } from 'react';
import { contrast, controlPairs, focusRings, textPairs } from '../src/ui/contrast.ts';
import { Loading, Skeleton } from '../src/ui/states.tsx';
import { PartSection, Sample } from './part-section.tsx';

const colour = (token: string) => `var(--color-${token})`;
const paired = [textPairs, controlPairs].flatMap((pairs) => Object.entries(pairs));
const tokens = new Set([
  ...paired.flatMap(([foreground, grounds]) => [...grounds, foreground]),
  ...focusRings,
]);

const night = '(prefers-color-scheme: dark)';
function watchNight(listener: () => void) {
  const query = matchMedia(night);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

function tokenHex(token: string): string {
  const hex = getComputedStyle(document.documentElement).getPropertyValue(`--color-${token}`).trim();
  return hex.length === 4 ? hex.replaceAll(/[0-9a-f]/g, '$&$&') : hex;
}

const figure = (one: string, other: string) => contrast(tokenHex(one), tokenHex(other)).toFixed(1);

function Swatches() {
  return (
    <ul className="grid grid-cols-2 gap-x-6 gap-y-3 text-sm sm:grid-cols-3">
      {[...tokens].map((token) => (
        <li key={token} className="flex min-w-0 items-center gap-3">
          <svg viewBox="0 0 44 44" aria-hidden="true" className="size-11 shrink-0">
            <rect x="1" y="1" width="42" height="42" rx="9" fill={colour(token)} stroke={colour('line')} />
          </svg>
          <span className="min-w-0 wrap-anywhere">
            <span className="block font-semibold">{token}</span>
            <span className="figures block text-cocoa-2">
              {words.colourText(tokenHex(token), figure(token, 'paper'))}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}

function Pairs({ pairs }: { pairs: typeof textPairs }) {
  const all = Object.entries(pairs).flatMap(([foreground, grounds]) =>
    grounds.map((ground) => [foreground, ground] as const),
  );
  return (
    <ul className="grid grid-cols-2 gap-x-6 gap-y-2 text-sm sm:grid-cols-3">
      {all.map(([foreground, ground]) => (
        <li key={`${foreground} ${ground}`} className="flex min-w-0 items-center gap-3">
          <svg viewBox="0 0 44 44" aria-hidden="true" className="size-11 shrink-0">
            <rect x="1" y="1" width="42" height="42" rx="9" fill={colour(ground)} stroke={colour('line')} />
            <text x="22" y="28" fontSize="17" fontWeight="600" textAnchor="middle" fill={colour(foreground)}>
              {words.sample}
            </text>
          </svg>
          <span className="min-w-0 wrap-anywhere">
            <span className="block">{words.pair(foreground, ground)}</span>
            <span className="figures block text-cocoa-2">{figure(foreground, ground)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

export function Colours() {
  const theme = useSyncExternalStore(
    watchNight,
    () => (matchMedia(night).matches ? 'dark' : 'light'),
    () => null,
  );
  return (
    <PartSection id="colours" title={words.colours}>
      {theme === null ? (
        <Loading>
          <Skeleton className="h-16 w-full" />
        </Loading>
      ) : (
        <div key={theme} className="flex flex-col gap-8">
          <Swatches />
          <p className="text-cocoa-2">{words.pairsText}</p>
          <Sample title={words.forWords}>
            <Pairs pairs={textPairs} />
          </Sample>
          <Sample title={words.forControls}>
            <Pairs pairs={controlPairs} />
          </Sample>
        </div>
      )}
    </PartSection>
  );
}
