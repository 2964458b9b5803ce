import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { PROJECT_BASE } from '@app/contracts/bases.ts';
import { Id } from '@app/contracts/endpoint.ts';
import { listPublicStudies, PublicStudy, readPublicStudy } from '@app/contracts/project/browsing.ts';
import { FROM_PRIMARY } from '@app/kit/readers.ts';

const FRESH_MS = 5_000;
const PATIENCE_MS = 3_000;

export class TooManyReaders extends Error {}

/**
 * Reads from the primary, because the study may have just been published. The call counts in the rate limit
 * of `reader`.
 */
function asker(app: FastifyInstance, origin: string | undefined) {
  return async (path: string, reader?: string): Promise<{ status: number; json: unknown }> => {
    const address = `${PROJECT_BASE}${path}`;
    if (origin === undefined) {
      const from = reader === undefined ? {} : { remoteAddress: reader };
      const { statusCode, body } = await app.inject({ url: address, headers: FROM_PRIMARY, ...from });
      return { status: statusCode, json: JSON.parse(body) };
    }
    const answer = await fetch(new URL(address, origin), {
      headers: { ...FROM_PRIMARY, ...(reader === undefined ? {} : { 'x-forwarded-for': reader }) },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return { status: answer.status, json: await answer.json() };
  };
}

const List = z.object({ content: z.array(PublicStudy) });
const One = z.object({ content: PublicStudy });

export type OpenStudies = ReturnType<typeof createOpenStudies>;

export function createOpenStudies(app: FastifyInstance, origin: string | undefined) {
  const ask = asker(app, origin);
  let cached: { at: number; studies: Promise<PublicStudy[]> } | undefined;
  let last: PublicStudy[] | undefined;
  const fetchList = async () => {
    const { content } = List.parse((await ask(listPublicStudies.path)).json);
    return (last = content);
  };
  return {
    /** If the service does not answer, returns the last list that is known. */
    list(): Promise<PublicStudy[]> {
      if (cached === undefined || Date.now() - cached.at > FRESH_MS) {
        const studies = fetchList().catch((error: unknown) => {
          if (last === undefined) throw error;
          return last;
        });
        cached = { at: Date.now(), studies };
      }
      return cached.studies;
    },
    /**
     * Returns undefined if there is no such study. Throws TooManyReaders, or an error if the service does not
     * answer.
     */
    async find(id: string, reader?: string): Promise<PublicStudy | undefined> {
      if (!Id.safeParse(id).success) return undefined;
      const known = (await this.list()).find((study) => study.id === id);
      if (known) return known;
      const { status, json } = await ask(readPublicStudy.path.replace(':id', id), reader);
      if (status === 429) throw new TooManyReaders();
      return status === 404 ? undefined : One.parse(json).content;
    },
  };
}
