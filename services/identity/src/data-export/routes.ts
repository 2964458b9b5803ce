import { today } from '@app/contracts/calendar.ts';
import { downloadOwnData } from '@app/contracts/identity/data-export.ts';
import type { DataPart } from '@app/contracts/data-export.ts';
import { readOwnData as ofPayment } from '@app/contracts/payment/people.ts';
import { readOwnData as ofProject } from '@app/contracts/project/data-export.ts';
import { Failure } from '@app/kit/problem.ts';
import type { Route } from '@app/kit/route.ts';
import { ownDataWords as words } from '@app/words/data-export.ts';
import { MINUTE_MS } from '@app/contracts/durations.ts';
import type { Deps } from '../deps.ts';
import { readOwnData, zipData } from './read-data-export.ts';

/** If a download breaks off, another one can start after this time. */
const MAX_EXPORT_MS = MINUTE_MS;

/**
 * Allows one download per person and process. Returns the function that ends the download, or undefined if
 * another one is running.
 */
export function createExportLimit(now: () => number = Date.now) {
  const startedAt = new Map<string, number>();
  return (userId: string): (() => void) | undefined => {
    const at = now();
    if (at - (startedAt.get(userId) ?? -MAX_EXPORT_MS) < MAX_EXPORT_MS) return undefined;
    startedAt.set(userId, at);
    return () => {
      if (startedAt.get(userId) === at) startedAt.delete(userId);
    };
  };
}

const RETRY_AFTER_SECONDS = 5;

export function ownDataRoutes(route: Route, deps: Deps): void {
  const begin = createExportLimit();

  route(downloadOwnData, async ({ viewer: { userId } }) => {
    const end = begin(userId);
    if (!end) throw new Failure('TOO_MANY_REQUESTS', [], RETRY_AFTER_SECONDS);
    const day = today();
    const pieces = await zipPersonData(deps, userId, day).catch((error: unknown) => {
      end();
      throw error;
    });
    return { name: `${words.file}-${day}.zip`, text: untilEnd(pieces, end) };
  });
}

export async function zipPersonData(deps: Deps, userId: string, day: string) {
  // The data is read before the answer starts, so that a failure cannot leave an incomplete file.
  const own = await readOwnData(deps.reader, userId);
  return zipData(collectDataParts(deps, userId, own), day);
}

async function* collectDataParts(deps: Deps, userId: string, own: DataPart[]): AsyncGenerator<DataPart> {
  const params = { userId };
  yield* own;
  yield* await deps.callProject(ofProject, { params });
  yield* await deps.callPayment(ofPayment, { params });
}

async function* untilEnd<T>(pieces: AsyncIterable<T>, ended: () => void): AsyncGenerator<T> {
  try {
    yield* pieces;
  } finally {
    ended();
  }
}
