import {
  type RowAnswer,
  LISTED_MAX_LENGTH,
  LOOKS_LIKE_FORMULA,
  MAX_LISTED,
  ROW_ANSWERS,
} from '@app/contracts/address-list.ts';
import { ADDRESSES_AT_ONCE, inviteToStudy } from '@app/contracts/identity/invitations.ts';
import { inviteWords as words } from '@app/words/invite.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callIdentity, newIdempotencyKey } from '../../../api/call.ts';
import { applicantKeys } from '../../../api/keys.ts';
import { saveFile } from '../../../api/save-file.ts';
import { useSingleCall } from '../../../api/use-single-call.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { TextArea } from '../../../ui/text-input.tsx';
import { type ListedRow, decodeList, readList } from './read-list.ts';

const BIGGEST_FILE = 5 * 1024 * 1024;
/** Below what a service takes of one call, with room for what is around them. */
const MOST_CHARACTERS = 20_000;

/** Rows as they go on their way together; what is too long goes nowhere. */
interface Piece {
  rows: ListedRow[];
  idempotencyKey: string;
}

interface Sending {
  rows: ListedRow[];
  pieces: Piece[];
  answers: Map<ListedRow, RowAnswer>;
}

function piecesOf(rows: ListedRow[]): Sending {
  const pieces: Piece[] = [];
  const answers: Sending['answers'] = new Map();
  let characters = Infinity;
  for (const [at, row] of rows.entries()) {
    if (at >= MAX_LISTED) answers.set(row, 'TOO_MANY');
    else if (row.text.length > LISTED_MAX_LENGTH) answers.set(row, 'NOT_AN_ADDRESS');
    else {
      characters += row.text.length;
      const last = pieces.at(-1);
      if (!last || last.rows.length === ADDRESSES_AT_ONCE || characters > MOST_CHARACTERS) {
        pieces.push({ rows: [row], idempotencyKey: newIdempotencyKey() });
        characters = row.text.length;
      } else last.rows.push(row);
    }
  }
  return { rows, pieces, answers };
}

/** Each cell is text for whatever opens the file. */
const cell = (text: string | number) => {
  const said = String(text);
  return `"${(LOOKS_LIKE_FORMULA.test(said.normalize('NFKC')) ? `'${said}` : said).replaceAll('"', '""')}"`;
};

function saveAnswers(rows: readonly ListedRow[], answers: Sending['answers']): void {
  const lines = rows.map((row) => [row.row, row.text, words.reasons[answers.get(row) ?? 'TAKEN']]);
  const table = [[words.row, words.address, words.answer], ...lines];
  const text = table.map((line) => `${line.map(cell).join(',')}\r\n`).join('');
  saveFile({ name: words.fileName, content: new Blob([`\ufeff${text}`], { type: 'text/csv' }) });
}

function Answers({ rows, answers, onClose }: Pick<Sending, 'rows' | 'answers'> & { onClose: () => void }) {
  const counts = ROW_ANSWERS.map(
    (answer) => [answer, rows.filter((row) => answers.get(row) === answer).length] as const,
  );
  const taken = counts.find(([answer]) => answer === 'TAKEN')?.[1] ?? 0;
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
      <p className="figures font-semibold">{words.taken(taken)}</p>
      {taken < rows.length && (
        <>
          <p className="figures mt-2">{words.notTaken(rows.length - taken)}</p>
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
        </>
      )}
    </Modal>
  );
}

/** Takes a list as it is pasted, or from a file, and says what was taken of it. It goes in pieces; a try after a lost connection goes on. */
export function InviteModal({ studyId, onClose }: { studyId: string; onClose: () => void }) {
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const [file, setFile] = useState<{ name: string; text: string } | null>(null);
  const [error, setError] = useState<string>();
  const [sending, setSending] = useState<Sending | null>(null);
  const [done, setDone] = useState(0);
  const [isDone, setIsDone] = useState(false);
  const call = useSingleCall<void, Sending>(['invite', studyId], {
    async mutationFn({ pieces, answers }) {
      for (const piece of pieces) {
        if (answers.has(piece.rows[0]!)) continue;
        const addresses = piece.rows.map(({ text }) => text);
        const { idempotencyKey } = piece;
        const said = await callIdentity(inviteToStudy, {
          params: { id: studyId },
          body: { addresses },
          idempotencyKey,
        });
        for (const [at, row] of piece.rows.entries()) answers.set(row, said.answers[at] ?? 'TAKEN');
        setDone(answers.size);
      }
      setIsDone(true);
    },
    onSettled: () => client.invalidateQueries({ queryKey: applicantKeys.invited(studyId) }),
  });
  async function choose(chosen: File | undefined) {
    setSending(null);
    setFile(null);
    setError(chosen && chosen.size > BIGGEST_FILE ? words.tooBig : undefined);
    if (!chosen || chosen.size > BIGGEST_FILE) return;
    try {
      setFile({ name: chosen.name, text: decodeList(new Uint8Array(await chosen.arrayBuffer())) });
    } catch {
      setError(words.unreadable);
    }
  }
  function send() {
    if (sending) return call.mutate(sending);
    const rows = readList(file?.text ?? typed);
    if (rows === null) return setError(words.none);
    const begun = piecesOf(rows);
    setSending(begun);
    setDone(0);
    return call.mutate(begun);
  }
  if (sending && isDone) return <Answers {...sending} onClose={onClose} />;
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={words.title}
      actions={
        <>
          <Button isBusy={call.isPending} onClick={send}>
            {words.send}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {words.cancel}
          </Button>
        </>
      }
    >
      <p>{words.intro}</p>
      <p className="mt-2">{words.fair}</p>
      <TextArea
        label={words.field}
        hint={words.fieldHint}
        error={error}
        className="mt-4 text-cocoa"
        rows={4}
        autoComplete="off"
        spellCheck={false}
        disabled={file !== null}
        value={file ? words.chosen(file.name) : typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setSending(null);
          setError(undefined);
        }}
      />
      <Field label={words.file} hint={words.fileHint} className="mt-4 text-cocoa">
        {(control) => (
          <input
            {...control}
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            className="min-h-12 w-full rounded-control border border-line-strong px-3.5 py-2.5 text-sm"
            onChange={({ target }) => void choose(target.files?.[0])}
          />
        )}
      </Field>
      <p role="status" className="figures mt-3 text-sm">
        {call.isPending && sending && words.sending(done, sending.rows.length)}
      </p>
    </Modal>
  );
}
