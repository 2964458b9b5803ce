import { invitationWords as words } from '@app/words/invitations.ts';
import { Button } from '../../../ui/button.tsx';
import { LOOKS_LIKE_FORMULA, ROW_ANSWERS } from '@app/contracts/address-list.ts';
import { saveFile } from '../../../api/save-file.ts';
import { Modal } from '../../../ui/modal.tsx';
import type { ListedRow } from './read-address-list.ts';
import type { InvitationSending } from './send-invitations.ts';

/** A spreadsheet must read each value as text and not as a formula. */
const cell = (text: string | number) => {
  const value = String(text);
  return `"${(LOOKS_LIKE_FORMULA.test(value.normalize('NFKC')) ? `'${value}` : value).replaceAll('"', '""')}"`;
};

function saveAnswers(rows: readonly ListedRow[], answers: InvitationSending['answers']): void {
  const lines = rows.map((row) => [row.row, row.text, words.reasons[answers.get(row) ?? 'TAKEN']]);
  const table = [[words.row, words.address, words.answer], ...lines];
  const text = table.map((line) => `${line.map(cell).join(',')}\r\n`).join('');
  saveFile({ name: words.fileName, content: new Blob([`\ufeff${text}`], { type: 'text/csv' }) });
}

const MOST_NAMED = 10;

export function InvitationAnswers({
  rows,
  answers,
  onClose,
}: Pick<InvitationSending, 'rows' | 'answers'> & { onClose: () => void }) {
  const counts = ROW_ANSWERS.map(
    (answer) => [answer, rows.filter((row) => answers.get(row) === answer).length] as const,
  );
  const taken = counts.find(([answer]) => answer === 'TAKEN')?.[1] ?? 0;
  const found = rows.filter(({ text }) => text.includes('@')).length;
  const leftOut = rows.filter((row) => answers.get(row) !== 'TAKEN');
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={words.doneTitle}
      actions={
        <>
          <Button onClick={onClose}>{words.close}</Button>
          <Button variant="secondary" onClick={() => saveAnswers(rows, answers)}>
            {words.save}
          </Button>
        </>
      }
    >
      <p className="figures font-semibold">{words.found(found, taken)}</p>
      {leftOut.length > 0 && (
        <>
          <p className="mt-2">{words.leftOut}</p>
          <ul className="figures mt-1 list-disc pl-5">
            {counts.map(
              ([answer, count]) =>
                answer !== 'TAKEN' &&
                count > 0 && (
                  <li key={answer}>
                    {words.reasons[answer]}: {count}
                  </li>
                ),
            )}
          </ul>
          <ul className="figures mt-2 text-sm wrap-anywhere text-cocoa-2">
            {leftOut.slice(0, MOST_NAMED).map((row, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- a list that does not change
              <li key={at}>
                {words.line(row.row, row.text.slice(0, 80), words.reasons[answers.get(row) ?? 'TAKEN'])}
              </li>
            ))}
            {leftOut.length > MOST_NAMED && <li>{words.moreLines(leftOut.length - MOST_NAMED)}</li>}
          </ul>
        </>
      )}
    </Modal>
  );
}
