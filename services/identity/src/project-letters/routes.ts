import { sendLetter } from '@app/contracts/identity/people.ts';
import type { Route } from '@app/kit/route.ts';
import type { Deps } from '../deps.ts';
import { askLetter } from './ask-letter.ts';

export function projectLetterRoutes(route: Route, deps: Pick<Deps, 'db' | 'jobs'>): void {
  route(sendLetter, async ({ params, body }) => askLetter(deps, { ...params, ...body }));
}
