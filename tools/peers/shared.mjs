import * as z from 'zod';

// Both services validate this input, and share the rule who may apply.
export const Paging = z.object({
  page: z.coerce.number().int().min(0).default(0),
  size: z.coerce.number().int().min(1).max(100).default(10),
});
export const NewApplication = z.object({
  responses: z.array(z.object({ id: z.string(), question: z.string(), answer: z.string() })),
});
export const NewBooking = z.object({ slotId: z.coerce.date(), phoneNumber: z.string().min(9) });

export const fits = (me, study) =>
  me.age >= study.minimumAge &&
  me.age <= study.maximumAge &&
  study.genders.includes(me.gender) &&
  study.educations.includes(me.education) &&
  study.incomes.includes(me.income) &&
  study.devices.some((device) => me.devices.includes(device));
