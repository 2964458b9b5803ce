import { listSubmissions } from '@app/contracts/project/submissions.ts';
import { applicantWords } from '@app/words/applicants.ts';
import { submissionReviewWords as words } from '@app/words/submission-review.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { callProject } from '../../../api/call.ts';
import { failureMessage } from '../../../api/failure.ts';
import { applicantKeys } from '../../../api/keys.ts';
import { TextFileField, useTextFile } from '../../../forms/text-file.tsx';
import { Button } from '../../../ui/button.tsx';
import { CheckboxGroup } from '../../../ui/choice-group.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { FailedState, Loading, Skeleton } from '../../../ui/states.tsx';
import { TextArea } from '../../../ui/text-input.tsx';
import { compareCodes, findParticipantCodes } from './compare-codes.ts';
import type { SubmissionOrder } from './send-submission-decision.ts';

const BIGGEST_MEGABYTES = 50;
const MOST_NAMED = 5;

interface CompareCodesModalProps {
  studyId: string;
  /** `code` belongs to the first participant, who may be in a part of the list that is not loaded. */
  onOrder: (order: SubmissionOrder, code: string) => void;
  isDeciding: boolean;
  onClose: () => void;
}

/** The file is read on this device and not sent, because we must not see the researcher's data. */
export function CompareCodesModal({ studyId, onOrder, isDeciding, onClose }: CompareCodesModalProps) {
  const list = useQuery({
    queryKey: applicantKeys.submissions(studyId),
    queryFn: ({ signal }) => callProject(listSubmissions, { params: { id: studyId } }, signal),
    gcTime: 0,
  });
  const [pasted, setPasted] = useState('');
  const chosenFile = useTextFile(BIGGEST_MEGABYTES);
  const text = chosenFile.file?.text ?? pasted;
  const codes = useMemo(() => findParticipantCodes(text), [text]);
  const compared = codes.size > 0 && list.data ? compareCodes(list.data.submissions, codes) : undefined;
  const [selection, setSelection] = useState<{ text: string; ids: readonly string[] }>({ text, ids: [] });
  const rejected = selection.text === text ? selection.ids : [];
  const [found, toReject] = [
    compared?.found ?? [],
    compared?.missing.filter(({ id }) => rejected.includes(id)) ?? [],
  ];
  const order = (
    some: readonly { id: string; code: string }[],
    given: Pick<SubmissionOrder, 'decision' | 'reason'>,
  ) =>
    onOrder({ submissionIds: some.map(({ id }) => id), ...given, isByKeyboard: false }, some[0]?.code ?? '');
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={words.compare}
      actions={
        <DecisionButtons
          {...{ found, toReject, isDeciding }}
          onApprove={() => order(found, { decision: 'APPROVE' })}
          onReject={() => order(toReject, { decision: 'REJECT', reason: 'NO_ANSWERS' })}
        />
      }
      keep={applicantWords.keep}
    >
      <p>{words.compareText}</p>
      <TextArea
        className="mt-4 text-cocoa"
        label={words.pasted}
        hint={words.pastedHint}
        rows={4}
        autoComplete="off"
        spellCheck={false}
        disabled={chosenFile.file !== null}
        value={chosenFile.file ? words.chosen(chosenFile.file.name) : pasted}
        onChange={({ target }) => setPasted(target.value)}
      />
      <TextFileField label={words.chooseFile} hint={words.fileHint} {...chosenFile} />
      <div role="status" className="mt-4 text-cocoa">
        {text !== '' && codes.size === 0 && <p className="text-laterite">{words.noCodes}</p>}
        {codes.size > 0 && list.isPending && (
          <Loading>
            <Skeleton className="h-6" />
          </Loading>
        )}
        {compared && <Compared compared={compared} />}
      </div>
      {list.isError && (
        <FailedState
          text={failureMessage(list.error)}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      )}
      {compared && compared.missing.length > 0 && (
        <MissingSubmissions
          key={text}
          missing={compared.missing}
          onChange={(id, isChosen) =>
            setSelection({ text, ids: isChosen ? [...rejected, id] : rejected.filter((one) => one !== id) })
          }
        />
      )}
    </Modal>
  );
}

type Comparison = ReturnType<typeof compareCodes>;

interface DecisionButtonsProps extends Pick<CompareCodesModalProps, 'isDeciding'> {
  found: Comparison['found'];
  toReject: Comparison['missing'];
  onApprove: () => void;
  onReject: () => void;
}

function DecisionButtons({ found, toReject, isDeciding, onApprove, onReject }: DecisionButtonsProps) {
  return (
    <>
      {found.length > 0 && (
        <Button isBusy={isDeciding} onClick={onApprove}>
          {words.approveCount(found.length)}
        </Button>
      )}
      {toReject.length > 0 && (
        <Button variant="secondary" onClick={onReject}>
          {words.rejectCount(toReject.length)}
        </Button>
      )}
    </>
  );
}

interface MissingSubmissionsProps {
  missing: Comparison['missing'];
  onChange: (id: string, isChosen: boolean) => void;
}

function MissingSubmissions({ missing, onChange }: MissingSubmissionsProps) {
  return (
    <CheckboxGroup
      className="mt-4 text-cocoa"
      label={words.missing(missing.length)}
      hint={words.missingHint}
      name="missing"
      options={missing.map(({ id, code, outcome }) => ({
        value: id,
        label: outcome === 'NO_CODE' ? words.withoutCode(code) : code,
      }))}
      onChange={({ target }) => onChange(target.value, target.checked)}
    />
  );
}

function Compared({ compared }: { compared: Comparison }) {
  const { found, submitted, notToReview, unknown } = compared;
  return (
    <>
      <p className="font-semibold">{words.found(found.length, submitted.length)}</p>
      {notToReview.length > 0 && <p className="mt-1">{words.notToReview(notToReview.length)}</p>}
      {unknown.length > 0 && (
        <p className="figures mt-1">
          {words.unknown(unknown.length)} {unknown.slice(0, MOST_NAMED).join(', ')}{' '}
          {unknown.length > MOST_NAMED && words.more(unknown.length - MOST_NAMED)}
        </p>
      )}
    </>
  );
}
