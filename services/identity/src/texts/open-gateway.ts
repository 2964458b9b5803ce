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

interface GatewaySettings {
  SMS_GATEWAY: keyof typeof CREATORS;
  SMS_URL?: string | undefined;
  SMS_USER?: string | undefined;
  SMS_KEY?: string | undefined;
  SMS_SENDER?: string | undefined;
}

export function openGateway(settings: GatewaySettings): TextGateway | undefined {
  const { SMS_URL, SMS_USER: user = '', SMS_KEY: key = '', SMS_SENDER: sender = '' } = settings;
  // Removes a slash at the end, which would otherwise be doubled in each path.
  const baseUrl = SMS_URL?.replace(/\/+$/, '');
  return CREATORS[settings.SMS_GATEWAY]?.({ baseUrl, user, key, sender });
}
