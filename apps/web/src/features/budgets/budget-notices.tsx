import { budgetWords as words } from '@app/words/budgets.ts';
import type { Budget } from '@app/contracts/payment/budgets.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Banner } from '../../ui/banner.tsx';
import { fundingStatus } from './funding-status.ts';

export function BudgetNotices({ study, budget }: { study: Study; budget: Budget }) {
  const { quote } = budget;
  const { notice, isOpen, waits, isFunded, isCovered, isShort, hasClosedShortfall } = fundingStatus(
    study,
    budget,
  );
  const paysNobody = study.incentive === 0;
  return (
    <>
      {isShort && !notice && (
        <Banner className="mb-4" title={words.fundRest(quote.totalInPesewas)}>
          {words.fundRestText}
        </Banner>
      )}
      {hasClosedShortfall && !waits && (
        <Banner className="mb-4" title={words.owes(quote.totalInPesewas)}>
          {words.unfundedText(budget.unfundedPlaces)}
        </Banner>
      )}
      {isOpen && isFunded && paysNobody && (
        <Banner
          className="mb-4"
          title={words.paysNobody(budget.returnableInPesewas)}
          action={
            study.state === 'DRAFT' && (
              <LinkButton to={paths.publishStudy(study.projectId, study.id)}>{words.toDraft}</LinkButton>
            )
          }
        >
          {study.state === 'DRAFT' ? words.paysNobodyDraft(quote.incentiveInPesewas) : words.paysNobodyText}
        </Banner>
      )}
      {!isOpen && study.state === 'DRAFT' && (
        <Banner
          className="mb-4"
          title={words.closedDraft}
          action={<LinkButton to={paths.copyStudy(study.projectId, study.id)}>{words.copy}</LinkButton>}
        >
          {words.closedDraftText}
        </Banner>
      )}
      {isOpen && isCovered && !paysNobody && study.state === 'DRAFT' && (
        <Banner
          className="mb-4"
          tone="info"
          title={words.covered}
          action={
            <LinkButton to={paths.publishStudy(study.projectId, study.id)}>{words.toPublish}</LinkButton>
          }
        >
          {words.coveredText}
        </Banner>
      )}
    </>
  );
}
