import * as z from 'zod/mini';
import { rule } from './rule.ts';

/** A day that exists: `2026-02-30` is refused. */
export const CalendarDay = z.iso.date({ error: rule('dateNotReal'), abort: true });
