import { useMemo } from 'react';

/** A seed always gives the same pattern. */

const CELL = 32;
const THREADS = 4;

interface Weave {
  width: number;
  height: number;
  /** Each colour has only one path, so the SVG is small. */
  check: string;
  gold: string;
  laterite: string;
}

type Motif = 'plain' | 'weft' | 'warp' | 'diamond';

/** mulberry32 gives the same results everywhere. */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function chooseMotif(chance: number, isOnWeft: boolean): Motif {
  if (isOnWeft) {
    if (chance < 0.62) return 'weft';
    return chance < 0.8 ? 'warp' : 'plain';
  }
  return chance < 0.3 ? 'diamond' : 'plain';
}

const block = (x: number, y: number, width: number, height: number) =>
  `M${x} ${y}h${width}v${height}h${-width}z`;

function stripes(x: number, y: number, isWeft: boolean): string {
  const pitch = CELL / THREADS;
  const thick = pitch / 2;
  return Array.from({ length: THREADS }, (_, at) => {
    const offset = at * pitch + thick / 2;
    return isWeft ? block(x, y + offset, CELL, thick) : block(x + offset, y + 4, thick, CELL - 8);
  }).join('');
}

function diamond(x: number, y: number): string {
  const half = CELL / 2;
  const reach = CELL * 0.32;
  return `M${x + half} ${y + half - reach}l${reach} ${reach}l${-reach} ${reach}l${-reach} ${-reach}z`;
}

export function weave(seed: number, columns: number, rows: number): Weave {
  const random = seededRandom(seed);
  const cloth: Weave = { width: columns * CELL, height: rows * CELL, check: '', gold: '', laterite: '' };
  for (let row = 0; row < rows; row += 1) {
    const y = row * CELL;
    for (let column = 0; column < Math.ceil(columns / 2); column += 1) {
      const isChecked = (row + column) % 2 === 0;
      const motif = chooseMotif(random(), isChecked);
      for (const at of new Set([column, columns - 1 - column])) {
        const x = at * CELL;
        if (isChecked) cloth.check += block(x, y, CELL, CELL);
        if (motif === 'weft') cloth.gold += stripes(x, y, true);
        if (motif === 'diamond') cloth.gold += diamond(x, y);
        if (motif === 'warp') cloth.laterite += stripes(x, y, false);
      }
    }
  }
  return cloth;
}

interface WovenProps {
  seed?: number;
  /** An even number, so that the mirrored halves are whole. */
  columns?: number;
  rows?: number;
  className?: string;
}

/**
 * The design has it only in the auth panel, the home page, empty states and the 404 page, and never behind
 * text.
 */
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
