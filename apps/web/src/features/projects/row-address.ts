import { DEFAULT_PAGE_SIZE } from '@app/contracts/endpoint.ts';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { paths } from '@app/contracts/web-paths.ts';

/** For the focus, too, where a control of the row is gone. */
export const rowTitleId = (studyId: string) => `study-${studyId}`;

/** A study's row on the page of its project; `place` counts all its studies from 0, as they are listed. */
export function rowAddress(projectId: string, studyId: string, place: number): string {
  const page = Math.floor(place / DEFAULT_PAGE_SIZE) + 1;
  const search = page > 1 ? `?page=${page}` : '';
  return `${paths.project(projectId)}${search}#${rowTitleId(studyId)}`;
}

/** Once the list is there, the focus stands on the row that the address names. */
export function useFocusOnRow(isListed: boolean): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (!isListed || hash === '') return undefined;
    // After the focus that every page takes when it is gone to.
    const frame = requestAnimationFrame(() => document.getElementById(hash.slice(1))?.focus());
    return () => cancelAnimationFrame(frame);
  }, [isListed, hash]);
}
