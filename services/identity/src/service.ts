import { identityContract } from '@app/contracts/identity/contract.ts';
import { publishOpenApi } from '@app/kit/openapi.ts';
import { createRoute } from '@app/kit/route.ts';
import type { Service } from '@app/kit/service.ts';
import { accountRoutes } from './accounts/routes.ts';
import { companyRoutes } from './companies/routes.ts';
import { readIdentityConfig } from './config.ts';
import { fillDemo } from './demo/fill-demo.ts';
import { SERVICE_ROLE, createDeps } from './deps.ts';
import { LETTERS, sendLetterJob } from './letters/send-letter.ts';
import { NEWS, tellNews } from './companies/tell-news.ts';
import { peopleRoutes } from './people/routes.ts';
import { profileRoutes } from './profiles/routes.ts';
import { sessionRoutes } from './sessions/routes.ts';

/** Who a person is: accounts, sessions, company verification, participant profiles. */
export const identityService: Service = {
  contract: identityContract,
  schema: 'identity',
  role: SERVICE_ROLE,
  migrations: new URL('../migrations/', import.meta.url),
  queues: [LETTERS, NEWS],
  async start(surroundings) {
    const deps = await createDeps(surroundings, readIdentityConfig(surroundings.environment));
    return {
      async mount(app) {
        await publishOpenApi(app, identityContract);
        const { route, assertComplete } = createRoute(app, identityContract, deps.authority);
        accountRoutes(route, deps);
        sessionRoutes(route, deps);
        companyRoutes(route, deps);
        profileRoutes(route, deps);
        peopleRoutes(route, deps);
        assertComplete();
      },
      async work() {
        await deps.jobs.work(LETTERS, (data) => sendLetterJob(deps, data));
        await deps.jobs.work(NEWS, (data) => tellNews(deps, data));
      },
      fillDemo: () => fillDemo(deps),
    };
  },
};
