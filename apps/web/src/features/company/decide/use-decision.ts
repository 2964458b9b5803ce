import { decideCompany } from '@app/contracts/identity/company.ts';
import { freeText, TEXTAREA_MAX_LENGTH } from '@app/contracts/text.ts';
import { useState } from 'react';
import { useParams } from 'react-router';
import * as z from 'zod/mini';
import { callIdentity } from '../../../api/call.ts';
import { useDraftForm } from '../../../forms/use-draft-form.ts';
import { useSubmit } from '../../../forms/use-submit.ts';
import { type Outcome, outcomeOfFailure } from './outcome.ts';

const Fields = z.object({ reason: z.optional(freeText(TEXTAREA_MAX_LENGTH)) });

/** Decides by the link that opened the page, when the button is pressed and not before (D-24). */
export function useDecision(decision: 'ACCEPT' | 'DECLINE') {
  const { token = '', userId = '' } = useParams();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const draft = useDraftForm(Fields, { defaultValues: { reason: undefined } });
  const { submit, isPending } = useSubmit(
    draft,
    async ({ reason }, idempotencyKey) => {
      const said = reason?.trim();
      const body = { token, decision, ...(said ? { reason: said } : {}) };
      const decided = await callIdentity(decideCompany, { params: { userId }, body, idempotencyKey });
      setOutcome({ kind: 'DONE', companyName: decided.companyName });
    },
    (error) => {
      const end = outcomeOfFailure(error);
      if (end) setOutcome(end);
      return end !== null;
    },
  );
  return { draft, submit, isPending, outcome };
}
