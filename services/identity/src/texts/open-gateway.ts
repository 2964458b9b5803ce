import type { IdentityConfig } from '../config.ts';
import { createArkesel } from './arkesel.ts';
import type { TextGateway } from './gateway.ts';
import { canText } from './queue-text.ts';

/** The gateway that the settings name. */
export function openGateway(config: IdentityConfig): TextGateway | undefined {
  if (!canText(config)) return undefined;
  const { SMS_URL: baseUrl, SMS_KEY: key = '', SMS_SENDER: sender = '' } = config;
  return createArkesel({ baseUrl, key, sender });
}
