import * as contract from '@app/contracts/identity/phones.ts';
import type { Route } from '@app/kit/route.ts';
import type { Deps } from '../../deps.ts';
import { codeLimitKey, knownDeviceOfNumber, logInByCode, sendLogInCode } from './log-in-by-code.ts';
import { requestPhoneCode, prove, remove } from './verify-phone.ts';

export function phoneRoutes(route: Route, deps: Deps): void {
  route(contract.askPhoneCode, async ({ body, viewer, request, fail }) =>
    requestPhoneCode(deps, { viewer, request }, body, fail),
  );

  route(contract.provePhone, async ({ body, viewer, request, fail }) =>
    prove(deps, { viewer, request }, body, fail),
  );

  route(contract.removePhone, async ({ body, viewer, fail }) => remove(deps, viewer, body, fail));

  route(
    contract.askLogInCode,
    async ({ body, reply, fail }) => sendLogInCode(deps, body, reply, fail),
    ({ body: { phoneNumber }, request }) => knownDeviceOfNumber(deps, request, phoneNumber),
  );

  route(
    contract.logInByCode,
    async ({ body, reply, fail }) => logInByCode(deps, body, reply, fail),
    ({ body: { phoneNumber }, request }) => codeLimitKey(deps, request, phoneNumber),
  );
}
