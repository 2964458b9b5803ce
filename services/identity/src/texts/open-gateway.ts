import type { TextGateway } from '../text-gateway.ts';
import { createAfricasTalking } from './africas-talking.ts';
import { createArkesel } from './arkesel.ts';
import { createHubtel } from './hubtel.ts';

const CREATORS = {
  none: undefined,
  arkesel: createArkesel,
  hubtel: createHubtel,
  africastalking: createAfricasTalking,
};

/** The settings that name a gateway (config.ts). */
interface GatewaySettings {
  SMS_GATEWAY: keyof typeof CREATORS;
  SMS_URL?: string | undefined;
  SMS_USER?: string | undefined;
  SMS_KEY?: string | undefined;
  SMS_SENDER?: string | undefined;
}

/** The gateway that the settings name. */
export function openGateway(settings: GatewaySettings): TextGateway | undefined {
  const { SMS_URL, SMS_USER: user = '', SMS_KEY: key = '', SMS_SENDER: sender = '' } = settings;
  // With a slash at its end each path would begin by two.
  const baseUrl = SMS_URL?.replace(/\/+$/, '');
  return CREATORS[settings.SMS_GATEWAY]?.({ baseUrl, user, key, sender });
}
