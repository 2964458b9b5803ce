import * as z from 'zod/mini';
import { validation } from './messages/validation.ts';

/** A day that exists: `2026-02-30` is refused. */
export const CalendarDay = z.iso.date({ error: validation.dateNotReal, abort: true });
