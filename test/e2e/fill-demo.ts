import { fillDemo } from '../support/product.ts';
import { IS_WHOLE_ON_BOTH } from '../support/sizes.ts';

/** What most tests run over: PGlite costs a tenth more, so the short form has a slice on it, as over HTTP. */
export const ONE_PROCESS = IS_WHOLE_ON_BOTH ? 'one process, embedded database' : 'one process, PostgreSQL';

export default () => fillDemo(ONE_PROCESS);
