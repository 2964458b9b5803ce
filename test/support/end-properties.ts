import fc from 'fast-check';
import { IS_FULL } from './sizes.ts';

/** Shortly before a test is ended: a property that fails and is made smaller by slow tries shows what was found by then. */
const LONGEST_MS = 780_000;

if (!IS_FULL) fc.configureGlobal({ interruptAfterTimeLimit: LONGEST_MS, markInterruptAsFailure: true });
