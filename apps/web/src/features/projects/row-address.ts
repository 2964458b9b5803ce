import { DEFAULT_PAGE_SIZE } from '@app/contracts/endpoint.ts';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { paths } from '@app/contracts/web-paths.ts';

export const rowTitleId = (studyId: string) => `study-${studyId}`;

/** `place` is the position of the study in the whole list, from 0. */
export function rowAddress(projectId: string, studyId: string, place: number): string {
  const page = Math.floor(place / DEFAULT_PAGE_SIZE) + 1;
  const search = page > 1 ? `?page=${page}` : '';
  return `${paths.project(projectId)}${search}#${rowTitleId(studyId)}`;
}

export function useFocusOnRow(isListed: boolean): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (!isListed || hash === '') return undefined;
    // Navigation moves the focus first, so this waits for one frame.
    const frame = requestAnimationFrame(() => document.getElementById(hash.slice(1))?.focus());
    return () => cancelAnimationFrame(frame);
  }, [isListed, hash]);
}
