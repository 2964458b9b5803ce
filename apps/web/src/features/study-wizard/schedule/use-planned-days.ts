import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useToday } from '../../../product/meetings/use-now.ts';
import { asEdited, asTouched, type PlanForm } from '../pay/plan-and-pay.ts';

/** When a day is past in Ghana, it is removed from the plan, even while the page is open. */
export function usePlannedDays(form: PlanForm['form']) {
  const chosen = useWatch({ control: form.control, name: 'availableDates' }) ?? [];
  const now = useToday();
  const days = chosen.filter((day) => day >= now);
  const hasPassed = days.length < chosen.length;
  const [hasDropped, setHasDropped] = useState(false);
  if (hasPassed && !hasDropped) setHasDropped(true);
  useEffect(() => {
    if (!hasPassed) return;
    const { availableDates } = form.getValues();
    form.setValue('availableDates', availableDates?.filter((day) => day >= now) ?? [], asEdited);
  }, [hasPassed, form, now]);
  return {
    days,
    hasDropped,
    choose(next: string[]) {
      setHasDropped(false);
      form.setValue('availableDates', next, asEdited);
    },
    touch: () => form.setValue('availableDates', days, asTouched),
  };
}
