import { fillDemo } from '../support/product.ts';
import { IS_WHOLE_ON_BOTH } from '../support/sizes.ts';

/** Most tests use this: PGlite costs a tenth more, so the short form runs only a part on it, as over HTTP. */
export const ONE_PROCESS = IS_WHOLE_ON_BOTH ? 'one process, embedded database' : 'one process, PostgreSQL';

export default () => fillDemo(ONE_PROCESS);
