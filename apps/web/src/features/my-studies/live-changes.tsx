import type { Application } from '@app/contracts/project/applications.ts';
import { useEffect, useRef, useState } from 'react';
import { changesBetween } from './changes.ts';

/** Says what changes in a list while it is open: a badge in another colour is silent. */
export function LiveChanges({ applications }: { applications: readonly Application[] }) {
  const [said, setSaid] = useState('');
  const known = useRef(applications);
  useEffect(() => {
    const changes = changesBetween(known.current, applications);
    known.current = applications;
    if (changes !== '') setSaid(changes);
  }, [applications]);
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  );
}
