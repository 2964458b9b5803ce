import * as z from 'zod';
import type { Environment } from '@app/kit/service.ts';
import { integerSetting, readSettings } from '@app/kit/settings.ts';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@app/contracts/identity/person.ts';

/** The identity service's settings; .env.example explains each. */
const IdentitySettings = z.object({
  PUBLIC_URL: z.url({ protocol: /^https?$/ }),
  ADMIN_EMAIL: z.email(),
  SERVICE_SECRET: z.string().min(32),
  TOKEN_SIGNING_KEY: z.string(),
  ACCESS_TOKEN_MINUTES: integerSetting(1, 60, 10),
  SESSION_IDLE_HOURS: integerSetting(1, 24 * 30, 24),
  SESSION_DAYS: integerSetting(1, 90, 30),
  PASSWORD_MIN_LENGTH: integerSetting(PASSWORD_MIN_LENGTH, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH),
});

export type IdentityConfig = z.infer<typeof IdentitySettings>;

export function readIdentityConfig(environment: Environment): IdentityConfig {
  return readSettings(IdentitySettings, environment);
}
