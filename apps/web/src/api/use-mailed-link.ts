import { useEffect, useEffectEvent, useState } from 'react';

type Reading<Found> =
  | { kind: 'READING' }
  | { kind: 'FAILED'; error: unknown }
  | { kind: 'FOUND'; found: Found };

/** This read does not use the link up (D-24). */
export function useMailedLink<Found>(ask: (signal: AbortSignal) => Promise<Found>) {
  const [reading, setReading] = useState<Reading<Found>>({ kind: 'READING' });
  const isReading = reading.kind === 'READING';
  const read = useEffectEvent(ask);

  useEffect(() => {
    if (!isReading) return undefined;
    const controller = new AbortController();
    read(controller.signal).then(
      (found) => setReading({ kind: 'FOUND', found }),
      (error: unknown) => {
        if (!controller.signal.aborted) setReading({ kind: 'FAILED', error });
      },
    );
    return () => controller.abort();
  }, [isReading]);

  return { reading, readAgain: () => setReading({ kind: 'READING' }) };
}
