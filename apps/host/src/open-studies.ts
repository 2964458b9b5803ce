import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { PROJECT_BASE } from '@app/contracts/bases.ts';
import { Id } from '@app/contracts/id.ts';
import { listPublicStudies, PublicStudy, readPublicStudy } from '@app/contracts/project/browsing.ts';

const FRESH_MS = 5_000;
const PATIENCE_MS = 3_000;

/** The answers of the project service, in this process or behind its address. */
function asker(app: FastifyInstance, origin: string | undefined) {
  return async (path: string): Promise<unknown> => {
    const address = `${PROJECT_BASE}${path}`;
    if (origin === undefined) {
      const { statusCode, body } = await app.inject({ url: address });
      return statusCode === 200 ? JSON.parse(body) : undefined;
    }
    const answer = await fetch(new URL(address, origin), { signal: AbortSignal.timeout(PATIENCE_MS) });
    return answer.ok ? answer.json() : undefined;
  };
}

const List = z.object({ content: z.array(PublicStudy) });
const One = z.object({ content: PublicStudy });

export type OpenStudies = ReturnType<typeof createOpenStudies>;

/** Studies that anybody may read of. The list is some seconds old at most, however many ask for it. */
export function createOpenStudies(app: FastifyInstance, origin: string | undefined) {
  const ask = asker(app, origin);
  let kept: { at: number; studies: Promise<PublicStudy[]> } | undefined;
  return {
    list(): Promise<PublicStudy[]> {
      if (kept === undefined || Date.now() - kept.at > FRESH_MS) {
        const studies = ask(listPublicStudies.path)
          .then((answer) => List.safeParse(answer).data?.content ?? [])
          .catch(() => []);
        kept = { at: Date.now(), studies };
      }
      return kept.studies;
    },
    async find(id: string): Promise<PublicStudy | undefined> {
      if (!Id.safeParse(id).success) return undefined;
      const known = (await this.list()).find((study) => study.id === id);
      if (known) return known;
      const answer = await ask(readPublicStudy.path.replace(':id', id)).catch(() => undefined);
      return One.safeParse(answer).data?.content;
    },
  };
}
