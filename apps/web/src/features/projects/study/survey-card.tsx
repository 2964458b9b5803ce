import { readSurvey } from '@app/contracts/project/submissions.ts';
import { fillPlaceholders } from '@app/contracts/project/survey.ts';
import type { ReplyOf } from '@app/contracts/endpoint.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { bonusForLonger } from '@app/contracts/project/submission-choices.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { clock } from '@app/words/clock.ts';
import { dayAndMonth } from '@app/words/days.ts';
import { studySurveyWords as words } from '@app/words/study-survey.ts';
import { formatCompletionCode } from '@app/words/submissions.ts';
import { surveyToolWords } from '@app/words/survey-tools.ts';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { callProject } from '../../../api/call.ts';
import { failureMessage } from '../../../api/failure.ts';
import { applicantKeys } from '../../../api/keys.ts';
import { serverToday } from '../../../api/server-today.ts';
import { findSurveyTool } from '../../../product/survey-tools.ts';
import { Button, buttonClass, LinkButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FailedState, lazyPart, Loading, Skeleton } from '../../../ui/states.tsx';
import { CopyField } from './copy-field.tsx';

const CorrectSurveyModal = lazyPart(
  async () => (await import('./correct-survey-modal.tsx')).CorrectSurveyModal,
);

type Survey = ReplyOf<typeof readSurvey>;
type Code = Survey['codes'][number];

const returnLink = ({ returnPath }: Code) => new URL(returnPath, location.href).href;

/** It has the length of a participant's code. `PTEST` shows that the answers are a test. */
const TEST_CODE = 'PTEST00000000';

function testAddress({ address, codes }: Survey, studyId: string): string {
  const completed = codes.find(({ meaning }) => meaning === 'COMPLETED');
  return fillPlaceholders(address, {
    PARTICIPANT: TEST_CODE,
    STUDY: studyId,
    SESSION: TEST_CODE,
    RETURN: completed ? returnLink(completed) : '',
  });
}

function seenText(at: string | null): string {
  if (at === null) return words.notSeen;
  const today = serverToday();
  return at.startsWith(today) ? words.seenToday(clock(at)) : words.seen(dayAndMonth(at, today), clock(at));
}

function MeaningSection({ code, screenOutPay }: { code: Code; screenOutPay: number }) {
  const meaning = words.meanings[code.meaning];
  return (
    <section className="py-4 last:pb-0">
      <h3 className="font-body text-base font-semibold tracking-normal">{meaning}</h3>
      <p className="text-sm text-cocoa-2">{words.meaningHints[code.meaning](screenOutPay)}</p>
      <div className="mt-2 grid gap-4 sm:grid-cols-2">
        <CopyField
          label={words.returnLink}
          value={returnLink(code)}
          copyName={words.copyNamed(words.returnLink, meaning)}
        />
        <CopyField
          label={words.code}
          value={formatCompletionCode(code.code)}
          copyName={words.copyNamed(words.code, meaning)}
        />
      </div>
    </section>
  );
}

function SurveyDetails({ study, survey }: { study: Study; survey: Survey }) {
  const { address, minutes, medianMinutes, closesOn, codes, screenOutPay, seenWorkingAt } = survey;
  const tool = findSurveyTool(address);
  return (
    <>
      <p className="figures mt-1 text-sm text-cocoa-2">
        {words.about(minutes, dayAndMonth(closesOn, serverToday()))}
      </p>
      <p className="text-sm text-cocoa-2">{words.choosing[study.choosing]}</p>
      {medianMinutes !== null && (
        <div className="figures mt-2 text-sm text-gold-ink">
          {words.tooLong(minutes, medianMinutes)}
          {study.incentive > 0 && (
            <>
              {` ${words.bonus(bonusForLonger(study.incentive, minutes, medianMinutes))} `}
              <LinkButton className="mt-2" variant="secondary" size="small" to={paths.studyBudget(study.id)}>
                {words.giveBonus}
              </LinkButton>
            </>
          )}
        </div>
      )}
      <p className="mt-3 text-sm wrap-anywhere">{address}</p>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <a
          href={testAddress(survey, study.id)}
          target="_blank"
          rel="noreferrer noopener"
          className={buttonClass({ variant: 'secondary', size: 'small' })}
        >
          <ExternalLink aria-hidden="true" className="size-4.5" />
          {words.test}
        </a>
        <p className="figures text-sm font-semibold">{seenText(seenWorkingAt)}</p>
      </div>
      <p className="mt-2 text-sm text-cocoa-2">{words.testHint}</p>
      {tool && <p className="mt-3 text-sm">{surveyToolWords[tool].back}</p>}
      <div className="mt-2 divide-y divide-line">
        {codes.map((code) => (
          <MeaningSection key={code.code} {...{ code, screenOutPay }} />
        ))}
      </div>
    </>
  );
}

interface SurveyCardProps {
  study: Study;
  mayChange: boolean;
}

export function SurveyCard({ study, mayChange }: SurveyCardProps) {
  const { id, state } = study;
  const [isCorrecting, setIsCorrecting] = useState(false);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: applicantKeys.survey(id),
    queryFn: ({ signal }) => callProject(readSurvey, { params: { id } }, signal),
    refetchOnMount: 'always',
  });
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-lg">{words.heading}</h2>
        {data && mayChange && state !== 'CLOSED' && (
          <Button variant="secondary" size="small" onClick={() => setIsCorrecting(true)}>
            {words.correct}
          </Button>
        )}
      </div>
      {data && <SurveyDetails study={study} survey={data} />}
      {!data && error && (
        <FailedState text={failureMessage(error)} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
      {!data && !error && (
        <Loading>
          <Skeleton className="mt-4 h-96" />
        </Loading>
      )}
      {data && isCorrecting && (
        <CorrectSurveyModal studyId={id} address={data.address} onClose={() => setIsCorrecting(false)} />
      )}
    </Card>
  );
}
