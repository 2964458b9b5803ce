import { prepareOffline } from './prepare.ts';

prepareOffline().catch(() => undefined);
