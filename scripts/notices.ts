/**
 * Run `npm run notices`. THIRD_PARTY_NOTICES.txt has the licence of each package that an installation
 * contains or a browser loads. It contains no versions, so most updates do not change it.
 */
import { writeFileSync } from 'node:fs';
import { thirdPartyNotices } from './third-party-notices.ts';

writeFileSync('THIRD_PARTY_NOTICES.txt', thirdPartyNotices());
