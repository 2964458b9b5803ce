import { useMemo } from 'react';
import { weave } from './weave.ts';

interface WovenProps {
  seed?: number;
  /** Of the cloth before it is cut to its frame; an even number keeps the mirror's seam whole. */
  columns?: number;
  rows?: number;
  /** Give the frame its size here, e.g. `h-16 w-full`. */
  className?: string;
}

/** The woven pattern. Only where the look allows it (auth panel, home hero, empty states, 404), never behind text. */
export function Woven({ seed = 7, columns = 12, rows = 16, className }: WovenProps) {
  const cloth = useMemo(() => weave(seed, columns, rows), [seed, columns, rows]);
  return (
    <svg
      viewBox={`0 0 ${cloth.width} ${cloth.height}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      shapeRendering="crispEdges"
      className={className}
    >
      <rect width={cloth.width} height={cloth.height} className="fill-weave-ground" />
      <path d={cloth.check} className="fill-weave-check" />
      <path d={cloth.laterite} className="fill-weave-laterite" />
      <path d={cloth.gold} className="fill-weave-gold" shapeRendering="geometricPrecision" />
    </svg>
  );
}

const THREAD_COLOURS = [
  'gold',
  'check',
  'gold',
  'ground',
  'laterite',
  'ground',
  'gold',
  'check',
  'laterite',
  'check',
];
const threadFill: Record<string, string> = {
  gold: 'fill-weave-gold',
  check: 'fill-weave-check',
  ground: 'fill-weave-ground',
  laterite: 'fill-weave-laterite',
};
const REPEATS = 12;

/** The narrow band of coloured blocks: over the success modal, between the halves of the home page. */
export function WovenThread({ className = 'h-2 w-full' }: { className?: string }) {
  const count = THREAD_COLOURS.length * REPEATS;
  return (
    <svg
      viewBox={`0 0 ${count * 3} 2`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className={className}
    >
      {Array.from({ length: count }, (_, at) => (
        <rect key={at} x={at * 3} width="3.1" height="2" className={threadFill[THREAD_COLOURS[at % 10]!]} />
      ))}
    </svg>
  );
}
