import fc from 'fast-check';
import { IS_FULL, SLOW } from './sizes.ts';

/** A property that fails is made smaller for so long at most: each try may be slow, and what was found by then is shown. */
const LONGEST_MS = 300_000 * SLOW;

if (!IS_FULL) fc.configureGlobal({ interruptAfterTimeLimit: LONGEST_MS, markInterruptAsFailure: true });
