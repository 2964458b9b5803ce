import { applicantWords as words } from '@app/words/applicants.ts';
import { type Applicant, remarkApplicant } from '@app/contracts/project/applicants.ts';
import { TEXTAREA_MAX_LENGTH, countCharacters } from '@app/contracts/text.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { callProject } from '../../../api/call.ts';
import { clearDrafts, readDraft, writeDraft } from '../../../forms/drafts.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { TextArea } from '../../../ui/text-input.tsx';
import { changeRows } from '../applicant-queries.ts';

const remarksDraftKey = (id: string) => `remarks ${id}`;

function readUnsavedRemarks(id: string): string | undefined {
  const stored = readDraft(remarksDraftKey(id));
  return typeof stored === 'string' ? stored : undefined;
}

export function Remarks({ applicant, studyId }: { applicant: Applicant; studyId: string }) {
  const { id, remarks } = applicant;
  const client = useQueryClient();
  const line = useRef<HTMLParagraphElement>(null);
  const [text, setText] = useState(() => readUnsavedRemarks(id) ?? remarks);
  const save = useMutation({
    mutationFn: (typed: string) =>
      callProject(remarkApplicant, { params: { id: studyId, applicationId: id }, body: { remarks: typed } }),
    onSuccess(saved, typed) {
      if (readUnsavedRemarks(id) === typed) clearDrafts([remarksDraftKey(id)]);
      // While saving, the button is disabled and loses the focus.
      if (line.current?.parentElement?.contains(document.activeElement)) line.current.focus();
      changeRows(client, studyId, new Map([[id, (row) => ({ ...row, remarks: saved.remarks })]]));
    },
  });
  const isChanged = text !== remarks;
  const isTooLong = countCharacters(text) > TEXTAREA_MAX_LENGTH;

  function type(typed: string) {
    setText(typed);
    if (!save.isPending) save.reset();
    if (typed === remarks) clearDrafts([remarksDraftKey(id)]);
    else writeDraft(remarksDraftKey(id), typed);
  }
  function status() {
    if (save.isError) return words.remarksFailed;
    if (isChanged) return words.remarksUnsaved;
    return save.isSuccess ? words.remarksSaved : '';
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged && !isTooLong && !save.isPending) save.mutate(text);
      }}
    >
      <TextArea
        label={words.remarks}
        hint={words.remarksHint}
        rows={3}
        maxCharacters={TEXTAREA_MAX_LENGTH}
        value={text}
        onChange={(event) => type(event.target.value)}
      />
      <div className="mt-2 flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          type="submit"
          variant="secondary"
          size="small"
          isBusy={save.isPending}
          disabled={!isChanged || isTooLong}
        >
          {words.remarksSave}
        </Button>
        <p
          ref={line}
          tabIndex={-1}
          role="status"
          className={cx('text-sm focus:unmarked', save.isError ? 'text-laterite' : 'text-cocoa-2')}
        >
          {status()}
        </p>
      </div>
    </form>
  );
}
