import { identityContract } from '@app/contracts/identity/contract.ts';
import { transaction } from '@app/kit/database.ts';
import { publishOpenApi } from '@app/kit/openapi.ts';
import { createRoute } from '@app/kit/route.ts';
import type { Service } from '@app/kit/service.ts';
import { SWEEP } from '@app/kit/sweep.ts';
import * as emailChangeLetters from './accounts/email-change/letters.ts';
import * as phoneLetters from './accounts/own-phone/letters.ts';
import * as accountLetters from './accounts/letters.ts';
import { accountRoutes } from './accounts/routes.ts';
import { LETTINGS_IN } from './accounts/sign-in.ts';
import { BARRED, tellBarred } from './accounts/tell-barred.ts';
import * as companyLetters from './companies/letters.ts';
import { REMINDERS, remindAdmin } from './companies/remind-admin.ts';
import { companyRoutes } from './companies/routes.ts';
import { NEWS, tellNews } from './companies/tell-news.ts';
import { IdentitySettings, readIdentityConfig, readMostTries } from './config.ts';
import { deliverLetter } from './deliveries/deliver-letter.ts';
import { EMAILS_AT_ONCE } from './deliveries/email.ts';
import { type LetterKind, BULK_LETTERS, LETTERS } from './deliveries/queue-letter.ts';
import { createDeps } from './deps.ts';
import { SERVICE_ROLE } from './open-db.ts';
import { googleRoutes } from './google/routes.ts';
import { LEAVINGS, eraseElsewhere } from './leaving/erase-elsewhere.ts';
import * as invitationLetters from './invitations/letters.ts';
import { letInByAddress } from './invitations/let-in.ts';
import { invitationRoutes } from './invitations/routes.ts';
import { INVITATIONS, turnInvitations } from './invitations/turn-invitations.ts';
import * as leavingLetters from './leaving/letters.ts';
import { leavingRoutes } from './leaving/routes.ts';
import { ownDataRoutes } from './own-data/routes.ts';
import { peopleRoutes } from './people/routes.ts';
import * as phoneTexts from './phones/texts.ts';
import * as profileLetters from './profiles/letters.ts';
import { profileRoutes } from './profiles/routes.ts';
import { markDead } from './phones/mark-dead.ts';
import { PROFILE_CHANGES, tellProfileChange } from './profiles/tell-profile-change.ts';
import { pushRoutes } from './push/routes.ts';
import { PUSHES, PUSHES_AT_ONCE, sendPush } from './push/send-push.ts';
import { REACH, queueReachRefresh, refreshReach } from './reach/refresh-reach.ts';
import * as projectLetters from './project-letters/letters.ts';
import { findPushPath } from './project-letters/choices.ts';
import * as projectTexts from './project-letters/texts.ts';
import { projectLetterRoutes } from './project-letters/routes.ts';
import { reachRoutes } from './reach/routes.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { deletions, sweep } from './sweep/sweep.ts';
import { TEXTS_AT_ONCE, deliverText } from './texts/deliver-text.ts';
import { type TextKind, TEXTS, URGENT_TEXTS } from './texts/queue-text.ts';
import { gauges } from './texts/gauges.ts';
import { mountTextReports } from './texts/routes.ts';
import { mountUssd } from './ussd/routes.ts';
import { TEXT_WATCH, watchTexts } from './texts/watch-texts.ts';

const letters = [
  accountLetters,
  companyLetters,
  emailChangeLetters,
  invitationLetters,
  leavingLetters,
  phoneLetters,
  profileLetters,
  projectLetters,
].flatMap(Object.values<LetterKind>);

const texts = [phoneTexts, projectTexts].flatMap(Object.values<TextKind>);

/** Who a person is: accounts, sessions, company verification, participant profiles. */
export const identityService: Service = {
  contract: identityContract,
  schema: 'identity',
  role: SERVICE_ROLE,
  migrations: new URL('../migrations/', import.meta.url),
  queues: [
    BARRED,
    BULK_LETTERS,
    INVITATIONS,
    LEAVINGS,
    LETTERS,
    LETTINGS_IN,
    NEWS,
    PROFILE_CHANGES,
    PUSHES,
    REACH,
    REMINDERS,
    SWEEP,
    TEXTS,
    TEXT_WATCH,
    URGENT_TEXTS,
  ],
  settings: IdentitySettings.shape,
  neededInProduction: [
    'PUBLIC_URL',
    'ADMIN_EMAIL',
    'SMTP_URL',
    'MAIL_FROM',
    'IDENTITY_SIGNING_KEYS',
    'IDENTITY_DATA_KEYS',
  ],
  gauges,
  deletions: (environment) => deletions(readMostTries(environment)),
  checkSettings: (environment) => void readIdentityConfig(environment),
  async start(surroundings) {
    const deps = await createDeps(surroundings, readIdentityConfig(surroundings.environment));
    return {
      async mount(app) {
        await publishOpenApi(app, identityContract);
        const { route, assertComplete } = createRoute(app, identityContract, deps.authority);
        accountRoutes(route, deps);
        sessionRoutes(route, deps);
        googleRoutes(route, deps);
        companyRoutes(route, deps);
        profileRoutes(route, deps);
        leavingRoutes(route, deps);
        ownDataRoutes(route, deps);
        peopleRoutes(route, deps);
        reachRoutes(route, deps);
        projectLetterRoutes(route, deps);
        pushRoutes(route, deps);
        invitationRoutes(route, deps);
        assertComplete();
        await app.register((scope) => mountTextReports(scope, deps));
        await app.register((scope) => mountUssd(scope, deps));
      },
      async work() {
        for (const queue of [LETTERS, BULK_LETTERS])
          await deps.jobs.work(queue, (data) => deliverLetter(deps, letters, data), {
            atOnce: EMAILS_AT_ONCE,
            tries: deps.config.LETTER_TRIES,
          });
        for (const queue of [URGENT_TEXTS, TEXTS])
          await deps.jobs.work(queue, (data) => deliverText(deps, texts, data), { atOnce: TEXTS_AT_ONCE });
        await deps.jobs.work(TEXT_WATCH, async () => {
          await markDead(deps.db);
          await watchTexts(deps);
        });
        await deps.jobs.work(BARRED, (data) => tellBarred(deps, data));
        await deps.jobs.work(LEAVINGS, () => eraseElsewhere(deps));
        await deps.jobs.work(INVITATIONS, () => turnInvitations(deps));
        await deps.jobs.work(LETTINGS_IN, (data) => letInByAddress(deps, data));
        await deps.jobs.work(NEWS, (data) => tellNews(deps, data));
        await deps.jobs.work(PROFILE_CHANGES, (data) => tellProfileChange(deps, data));
        await deps.jobs.work(PUSHES, (data) => sendPush(deps, data, (asked) => findPushPath(deps, asked)), {
          atOnce: PUSHES_AT_ONCE,
        });
        await deps.jobs.work(REACH, () => refreshReach(deps));
        await deps.jobs.work(REMINDERS, () => remindAdmin(deps));
        await deps.jobs.work(SWEEP, () => sweep(deps));
        await transaction(deps.db, (trx) => queueReachRefresh(deps, trx, 0));
      },
      fillDemo: async () => (await import('./demo/fill-demo.ts')).fillDemo(deps),
    };
  },
};
