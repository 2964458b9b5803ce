import type { BodyOf, ReplyOf } from '@app/contracts/endpoint.ts';
import {
  type CompanyState,
  askCompanyAsAdmin,
  decideCompanyAsAdmin,
  readCompanyAsAdmin,
} from '@app/contracts/identity/admin-companies.ts';
import { countStudiesAsAdmin } from '@app/contracts/project/admin-companies.ts';
import { adminCompanyWords as words } from '@app/words/admin-companies.ts';
import { adminWords } from '@app/words/admin.ts';
import { useState } from 'react';
import { useParams } from 'react-router';
import { exactTime } from '../../format/exact-time.ts';
import { companyDetails } from '../../product/company-details.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { type Detail, DetailList } from '../../ui/detail-list.tsx';
import { ActionDialog } from '../action-dialog.tsx';
import { AdminPage } from '../admin-page.tsx';
import { callAsAdmin, useAdminRead } from '../call-admin.ts';
import { ReadPart } from '../read-part.tsx';
import { RecordPage } from '../record-page.tsx';
import { useAdminSession } from '../session.ts';
import { companyStateTones } from './company-states.ts';

type Company = ReplyOf<typeof readCompanyAsAdmin>;
type Decision = BodyOf<typeof decideCompanyAsAdmin>['decision'];

/** The most usual decision comes first. */
const decisions: Readonly<Record<CompanyState, readonly Decision[]>> = {
  PENDING: ['ACCEPT', 'DECLINE'],
  VERIFIED: ['REVOKE'],
  DECLINED: [],
  REVOKED: ['RESTORE'],
};
const needsReason = (decision: Decision) => decision === 'DECLINE' || decision === 'REVOKE';

const back = { to: '/companies', label: adminWords.screens.companies };

export function Component() {
  const { userId = '' } = useParams();
  const read = useAdminRead('identity', readCompanyAsAdmin, { params: { userId } });
  return (
    <RecordPage read={read} back={back}>
      {(company) => <CompanyScreen company={company} />}
    </RecordPage>
  );
}

function CompanyScreen({ company }: { company: Company }) {
  const [open, setOpen] = useState<Decision | 'ASK' | null>(null);
  const mayDecide = useAdminSession()?.roles.includes('ADMIN') === true;
  const close = () => setOpen(null);
  return (
    <AdminPage
      title={company.companyName}
      back={back}
      actions={mayDecide && <Actions state={company.state} onOpen={setOpen} />}
    >
      <CompanyCards company={company} />
      {open === 'ASK' && <QuestionDialog company={company} onClose={close} />}
      {open !== null && open !== 'ASK' && (
        <DecisionDialog company={company} decision={open} onClose={close} />
      )}
    </AdminPage>
  );
}

function Actions({ state, onOpen }: { state: CompanyState; onOpen: (open: Decision | 'ASK') => void }) {
  return (
    <>
      {decisions[state].map((possible) => (
        <Button
          key={possible}
          size="small"
          variant={needsReason(possible) ? 'secondary' : 'primary'}
          onClick={() => onOpen(possible)}
        >
          {words.decisions[possible].verb}
        </Button>
      ))}
      <Button size="small" variant="secondary" onClick={() => onOpen('ASK')}>
        {words.ask.verb}
      </Button>
    </>
  );
}

function CompanyCards({ company }: { company: Company }) {
  return (
    <div className="grid items-start gap-5 xl:grid-cols-2">
      <Card>
        <h2 className="mb-2">{words.sentHeading}</h2>
        <DetailList details={companyDetails(company).map(asLink)} />
      </Card>
      <div className="flex flex-col gap-5">
        <Card>
          <h2 className="mb-2">{words.stateHeading}</h2>
          <DetailList details={stateDetails(company)} />
        </Card>
        <Studies userId={company.userId} />
      </div>
    </div>
  );
}

/** The researcher typed these addresses, so their sites must learn nothing about this page. */
function asLink({ name, value }: Detail): Detail {
  if (typeof value !== 'string' || !/^https?:\/\//.test(value)) return { name, value };
  return {
    name,
    value: (
      <a
        href={value}
        target="_blank"
        rel="noreferrer noopener"
        className="text-link inline-flex min-h-11 items-center lg:pointer-fine:min-h-0"
      >
        {value}
      </a>
    ),
  };
}

function stateDetails(company: Company): Detail[] {
  const { state, researcherName, email, decidedAt, declineReason, lastDeclinedAt, lastDeclineReason } =
    company;
  return [
    { name: words.state, value: <Badge tone={companyStateTones[state]}>{words.states[state]}</Badge> },
    { name: words.researcher, value: researcherName },
    { name: words.email, value: email },
    ...(decidedAt ? [{ name: words.decidedAt, value: exactTime(decidedAt) }] : []),
    ...(declineReason ? [{ name: words.reason, value: declineReason }] : []),
    ...(lastDeclinedAt ? [{ name: words.declinedBefore, value: exactTime(lastDeclinedAt) }] : []),
    ...(lastDeclineReason ? [{ name: words.reasonBefore, value: lastDeclineReason }] : []),
  ];
}

function Studies({ userId }: { userId: string }) {
  const read = useAdminRead('project', countStudiesAsAdmin, { params: { userId } });
  return (
    <Card>
      <h2 className="mb-2">{words.studiesHeading}</h2>
      <ReadPart read={read}>
        {(counts) => {
          const names = Object.keys(words.studies) as (keyof typeof counts)[];
          const details = names.map((name) => ({ name: words.studies[name], value: counts[name] }));
          return <DetailList details={details} />;
        }}
      </ReadPart>
    </Card>
  );
}

function QuestionDialog({ company: { userId, email }, onClose }: Omit<DecisionDialogProps, 'decision'>) {
  const { verb, title, label, hint, done } = words.ask;
  return (
    <ActionDialog
      title={title}
      confirm={verb}
      reason={{ label, hint }}
      onConfirm={(question, idempotencyKey) =>
        callAsAdmin.identity(askCompanyAsAdmin, { params: { userId }, body: { question }, idempotencyKey })
      }
      successText={done}
      onClose={onClose}
    >
      <p>{words.ask.effect(email)}</p>
    </ActionDialog>
  );
}

interface DecisionDialogProps {
  company: Company;
  decision: Decision;
  onClose: () => void;
}

function DecisionDialog({ company, decision, onClose }: DecisionDialogProps) {
  // The company may change while the dialog is open. The decision is about the values that the admin has
  // read.
  const [{ userId, companyName, submittedAt }] = useState(company);
  const { verb, effect, done } = words.decisions[decision];
  return (
    <ActionDialog
      title={words.question(verb, companyName)}
      confirm={verb}
      isDangerous={decision === 'REVOKE'}
      {...(needsReason(decision) && {
        reason: { label: words.reason, hint: words.reasonHint, templates: words.templates },
      })}
      onConfirm={(reason, idempotencyKey) =>
        callAsAdmin.identity(decideCompanyAsAdmin, {
          params: { userId },
          body: { decision, submittedAt, ...(reason === '' ? {} : { reason }) },
          idempotencyKey,
        })
      }
      successText={done(companyName)}
      onClose={onClose}
    >
      <p>{effect}</p>
    </ActionDialog>
  );
}
