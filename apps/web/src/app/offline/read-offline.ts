import { prepareOffline } from './prepare.ts';

/** All the script of a page that is only read: opened once, it opens without a connection too. */
prepareOffline().catch(() => undefined);
