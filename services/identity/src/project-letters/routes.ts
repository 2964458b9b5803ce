import { stopLetters } from '@app/contracts/identity/own-account.ts';
import { sendLetter } from '@app/contracts/identity/people.ts';
import type { Route } from '@app/kit/route.ts';
import { stopLettersOf } from '../accounts/change-account.ts';
import type { Deps } from '../deps.ts';
import { askLetter } from './ask-letter.ts';
import { isStopSecret } from './choices.ts';

export function projectLetterRoutes(route: Route, deps: Deps): void {
  route(sendLetter, async ({ params, body }) => askLetter(deps, { ...params, ...body }));

  route(
    stopLetters,
    async ({ params, query, fail }) => {
      if (!isStopSecret(deps.config, params, query.token)) return fail('TOKEN_NOT_VALID');
      await stopLettersOf(deps, params);
    },
    ({ params, query: { token } }) => (isStopSecret(deps.config, params, token) ? token : undefined),
  );
}
