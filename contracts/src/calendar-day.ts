import * as z from 'zod/mini';
import { rule } from './rule.ts';

/** Refuses days such as `2026-02-30`. */
export const CalendarDay = z.iso.date({ error: rule('dateNotReal'), abort: true });
