import { prepareOffline } from './prepare.ts';

/** After one visit, the page also opens offline. */
prepareOffline().catch(() => undefined);
