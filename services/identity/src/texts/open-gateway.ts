import type { IdentityConfig } from '../config.ts';
import { createAfricasTalking } from './africas-talking.ts';
import { createHubtel } from './hubtel.ts';
import { createArkesel } from './arkesel.ts';
import type { TextGateway } from './gateway.ts';

const CREATORS: Readonly<
  Record<
    IdentityConfig['SMS_GATEWAY'],
    | ((settings: { baseUrl: string | undefined; user: string; key: string; sender: string }) => TextGateway)
    | undefined
  >
> = {
  none: undefined,
  arkesel: createArkesel,
  hubtel: createHubtel,
  africastalking: createAfricasTalking,
};

/** The gateway that the settings name. */
export function openGateway(config: IdentityConfig): TextGateway | undefined {
  const { SMS_URL, SMS_USER: user = '', SMS_KEY: key = '', SMS_SENDER: sender = '' } = config;
  // With a slash at its end each path would begin by two.
  const baseUrl = SMS_URL?.replace(/\/+$/, '');
  return CREATORS[config.SMS_GATEWAY]?.({ baseUrl, user, key, sender });
}
