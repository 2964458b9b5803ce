import type { FastifyInstance } from 'fastify';
import { identityContract } from '@app/contracts/identity/contract.ts';
import type { FileMailbox } from '@app/kit/mail.ts';
import type { Environment } from '@app/kit/settings.ts';
import { GOOGLE_PREFIX, mountGoogle, googleSettings, fakeGoogleClient } from './google.ts';
import { openDemoPhones } from './phones.ts';
import { USSD_SETTINGS, providerSettings, textSettings, ussdService } from './provider-settings.ts';
import { DEMO_PASSKEY_SCRIPT } from './admin.ts';
import { mountAdminDemo, mountDemo } from './routes.ts';
import { demoSecrets } from './secrets.ts';

export interface Demo {
  environment: Environment;
  mount(app: FastifyInstance, mailbox: FileMailbox, adminApp?: FastifyInstance): Promise<void>;
  /** A script that pages of the admin area load before their own script. */
  adminScript: string | undefined;
}

export async function openDemo(
  {
    PORT,
    dataDir,
    environment,
    origins = {},
  }: {
    PORT: number;
    dataDir: string;
    environment: Environment;
    origins?: Readonly<Record<string, string>>;
  },
  services: readonly string[],
): Promise<Demo> {
  const given = {
    PUBLIC_URL: `http://localhost:${PORT}`,
    ADMIN_EMAIL: 'admin@demo.test',
    // Short, so that visitors see notifications while they are there.
    ATTENDANCE_UNDO_SECONDS: 20,
    BONUS_UNDO_SECONDS: 20,
    TEXT_HOURS: { from: 0, until: 24 },
    ...(await demoSecrets(dataDir, services)),
    ...withoutEmpty(environment),
  };
  const signsPeopleIn = services.includes(identityContract.name);
  const google = signsPeopleIn ? fakeGoogleClient(given) : undefined;
  // Only the process with the demo's pages has simulated wallets.
  const paymentUrl = origins['payment'] ?? given.PUBLIC_URL;
  let settled: Environment = given;
  const identityUrl = origins['identity'] ?? given.PUBLIC_URL;
  const phones = openDemoPhones({
    pagesUrl: identityUrl,
    paymentUrl,
    ussd: () => ussdService({ ...settled, PUBLIC_URL: identityUrl }),
  });
  const providers = phones.providers();
  // USSD needs verified numbers, and only a text message can verify a number.
  const isTexted = environment['SMS_GATEWAY'] !== 'none';
  const simulated = [
    providerSettings(providers, paymentUrl),
    textSettings(providers),
    ...(isTexted ? [USSD_SETTINGS] : []),
  ];
  settled = {
    ...given,
    // If the settings contain a part of a provider, the demo must not simulate this provider.
    ...Object.assign({}, ...simulated.filter((some) => !Object.keys(some).some((name) => name in given))),
    ...(google && googleSettings(google)),
  };
  return {
    environment: settled,
    adminScript: signsPeopleIn ? DEMO_PASSKEY_SCRIPT : undefined,
    async mount(app, mailbox, adminApp) {
      const { ADMIN_URL: adminUrl } = environment;
      if (signsPeopleIn) {
        await app.register(
          (scope) =>
            mountDemo(
              scope,
              mailbox,
              phones,
              typeof adminUrl === 'string' && adminApp ? adminUrl : undefined,
            ),
          { prefix: '/dev' },
        );
        await app.register((scope) => phones.mount(scope), { prefix: '/dev' });
        if (adminApp) await mountAdminDemo(adminApp);
      }
      if (google) await app.register((scope) => mountGoogle(scope, google), { prefix: GOOGLE_PREFIX });
    },
  };
}

function withoutEmpty(environment: Environment): Environment {
  return Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
}
