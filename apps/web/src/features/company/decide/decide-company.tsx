import { decideCompanyWords as words } from '@app/words/decide-company.ts';
import { kycWords } from '@app/words/kyc.ts';
import type { ReplyOf } from '@app/contracts/endpoint.ts';
import { readCompanyVerification, decideCompany } from '@app/contracts/identity/company.ts';
import { TEXTAREA_MAX_LENGTH, freeText } from '@app/contracts/text.ts';
import { useState } from 'react';
import { useMatches, useParams } from 'react-router';
import * as z from 'zod/mini';
import { callIdentity } from '../../../api/call.ts';
import { failureMessage } from '../../../api/failure.ts';
import { useMailedLink } from '../../../api/use-mailed-link.ts';
import { useSubmit, SubmitButton, useDraftForm } from '../../../forms/form.tsx';
import { companyDetails } from '../../../product/company-details.ts';
import { AuthFrame } from '../../../product/frames/auth-frame.tsx';
import { pageMeta } from '../../../product/title.ts';
import { Button, Spinner } from '../../../ui/button.tsx';
import { DetailList } from '../../../ui/detail-list.tsx';
import { Outcome } from '../../../ui/outcome.tsx';
import { TextArea } from '../../../ui/text-input.tsx';
import { type CompanyDecisionOutcome, outcomeAfterFailure, outcomeAfterReading } from './outcome.ts';

const isAcceptance = (routeId: string | undefined) => routeId === 'accept-company';

export const meta = ({ matches }: { matches: readonly ({ id: string } | undefined)[] }) =>
  pageMeta(isAcceptance(matches.at(-1)?.id) ? words.accept.title : words.decline.title);

type Said = typeof words.accept | typeof words.decline;

function wordsOfEnd(ended: CompanyDecisionOutcome, texts: Said): [title: string, text: string] {
  switch (ended.kind) {
    case 'DONE':
      return [texts.doneHeading(ended.companyName), texts.doneText];
    case 'DECIDED':
      return [words.decidedHeading, words.decidedText];
    case 'ACCEPTED':
      return [words.acceptedHeading(ended.companyName), words.decidedText];
    case 'DECLINED':
      return [words.declinedHeading(ended.companyName), words.decidedText];
    case 'OLD':
      return [words.oldHeading(ended.companyName), words.oldText];
    case 'NOT_VALID':
      return [words.notValidHeading, words.notValidText];
  }
}

function Ending({ ended, texts }: { ended: CompanyDecisionOutcome; texts: Said }) {
  const [title, text] = wordsOfEnd(ended, texts);
  return (
    <Outcome key={ended.kind} takesFocus title={title}>
      <p>{text}</p>
    </Outcome>
  );
}

type Sent = ReplyOf<typeof readCompanyVerification>['sent'];

type Reading =
  | { kind: 'READING' }
  | { kind: 'UNREACHED'; text: string }
  | { kind: 'OPEN'; companyName: string; sent: Sent }
  | { kind: 'ENDED'; outcome: CompanyDecisionOutcome };

function useLink(userId: string, token: string): { reading: Reading; readAgain: () => void } {
  const { reading, readAgain } = useMailedLink((signal) =>
    callIdentity(readCompanyVerification, { params: { userId }, query: { token } }, signal),
  );
  if (reading.kind === 'READING') return { reading, readAgain };
  if (reading.kind === 'FAILED') {
    const outcome = outcomeAfterFailure(reading.error);
    const text = failureMessage(reading.error);
    return { reading: outcome ? { kind: 'ENDED', outcome } : { kind: 'UNREACHED', text }, readAgain };
  }
  const outcome = outcomeAfterReading(reading.found);
  const { companyName, sent } = reading.found;
  return { reading: outcome ? { kind: 'ENDED', outcome } : { kind: 'OPEN', companyName, sent }, readAgain };
}

interface DecisionProps {
  isAccepting: boolean;
  companyName: string;
  sent: Sent;
}

const Fields = z.object({ reason: z.optional(freeText(TEXTAREA_MAX_LENGTH)) });

/** Mail scanners open links, so only a click makes the decision (D-24). */
function useDecision(decision: 'ACCEPT' | 'DECLINE') {
  const { token = '', userId = '' } = useParams();
  const [outcome, setOutcome] = useState<CompanyDecisionOutcome | null>(null);
  const draft = useDraftForm(Fields, { defaultValues: { reason: undefined } });
  const { submit, isPending } = useSubmit(
    draft,
    async ({ reason }, idempotencyKey) => {
      const reasonText = reason?.trim();
      const body = { token, decision, ...(reasonText ? { reason: reasonText } : {}) };
      const decided = await callIdentity(decideCompany, { params: { userId }, body, idempotencyKey });
      setOutcome({ kind: 'DONE', companyName: decided.companyName });
    },
    (error) => {
      const end = outcomeAfterFailure(error);
      if (end) setOutcome(end);
      return end !== null;
    },
  );
  return { draft, submit, isPending, outcome };
}

function Decision({ isAccepting, companyName, sent }: DecisionProps) {
  const { draft, submit, isPending, outcome } = useDecision(isAccepting ? 'ACCEPT' : 'DECLINE');
  const decisionTexts = isAccepting ? words.accept : words.decline;
  if (outcome) return <Ending ended={outcome} texts={decisionTexts} />;
  return (
    <>
      <Outcome takesFocus title={decisionTexts.heading(companyName)}>
        <p>{decisionTexts.text}</p>
      </Outcome>
      <ul className="mt-3 flex list-disc flex-col gap-2 pl-5 marker:text-green">
        {decisionTexts.effects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
      {sent && (
        <section className="mt-6">
          <h2 className="text-lg">{words.sentHeading}</h2>
          <DetailList details={[{ name: kycWords.askedBy, value: sent.askedBy }, ...companyDetails(sent)]} />
        </section>
      )}
      <form onSubmit={submit} noValidate className="mt-7 flex flex-col gap-5">
        {!isAccepting && (
          <TextArea
            label={words.reason}
            isOptional
            hint={words.reasonHint}
            maxCharacters={TEXTAREA_MAX_LENGTH}
            {...draft.field('reason')}
          />
        )}
        <SubmitButton
          isWide
          variant={isAccepting ? 'primary' : 'danger'}
          isValid={draft.isValid}
          isPending={isPending}
        >
          {decisionTexts.button}
        </SubmitButton>
      </form>
    </>
  );
}

function MailedLink({ isAccepting }: { isAccepting: boolean }) {
  const { token = '', userId = '' } = useParams();
  const { reading, readAgain } = useLink(userId, token);
  switch (reading.kind) {
    case 'READING':
      return (
        <Outcome key="reading" title={isAccepting ? words.accept.title : words.decline.title}>
          <p role="status" className="flex items-start gap-3">
            <Spinner className="mt-0.5 shrink-0" />
            {words.reading}
          </p>
        </Outcome>
      );
    case 'UNREACHED':
      return (
        <Outcome
          key="unreached"
          takesFocus
          title={words.notReachedHeading}
          actions={<Button onClick={readAgain}>{words.tryAgain}</Button>}
        >
          <p>{reading.text}</p>
        </Outcome>
      );
    case 'OPEN':
      return <Decision isAccepting={isAccepting} {...reading} />;
    case 'ENDED':
      return <Ending ended={reading.outcome} texts={isAccepting ? words.accept : words.decline} />;
  }
}

export default function DecideCompany() {
  return (
    <AuthFrame>
      <MailedLink isAccepting={isAcceptance(useMatches().at(-1)?.id)} />
    </AuthFrame>
  );
}
