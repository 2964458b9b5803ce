import { countInvited, ADDRESSES_AT_ONCE, inviteToStudy } from '@app/contracts/identity/invitations.ts';
import { FUNNEL_STAGES, readFunnel } from '@app/contracts/project/funnel.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { failureWords } from '@app/words/failures.ts';
import { inviteWords as words } from '@app/words/invite.ts';
import { thousands } from '@app/words/thousands.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { MailPlus } from 'lucide-react';
import { useState } from 'react';
import { callIdentity, callProject, newIdempotencyKey } from '../../../api/call.ts';
import { applicantKeys } from '../../../api/keys.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import {
  type RowAnswer,
  LISTED_MAX_LENGTH,
  LOOKS_LIKE_FORMULA,
  MAX_LISTED,
  ROW_ANSWERS,
  readListed,
} from '@app/contracts/address-list.ts';
import { saveFile } from '../../../api/save-file.ts';
import { useSingleCall } from '../../../api/use-single-call.ts';
import { Field } from '../../../ui/field.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { TextArea } from '../../../ui/text-input.tsx';

interface ListedRow {
  /** Of the file, from 1. */
  row: number;
  text: string;
}

/** The text of a file in UTF-8 or UTF-16, with a byte order mark or without, else as Windows writes it. */
export function decodeList(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const as = (encoding: string) => new TextDecoder(encoding).decode(bytes);
  if (first === 0xff && second === 0xfe) return as('utf-16le');
  if (first === 0xfe && second === 0xff) return as('utf-16be');
  // Addresses and separators are Latin, so that one byte of each two is zero.
  const start = bytes.subarray(0, 200);
  const zeros = [0, 0];
  for (const [at, byte] of start.entries()) if (byte === 0) zeros[at % 2]! += 1;
  if (zeros[1]! > start.length / 4) return as('utf-16le');
  if (zeros[0]! > start.length / 4) return as('utf-16be');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return as('windows-1252');
  }
}

const SEPARATORS = [';', ',', '\t'] as const;

/** Cells by row, with quotes as spreadsheets write them. A quote that never ends is a sign as any other. */
function cellsOf(text: string, separator: string, hasQuotes = true): ListedRow[][] {
  const rows: ListedRow[][] = [];
  let cells: ListedRow[] = [];
  let cell = '';
  let isQuoted = false;
  const end = () => {
    cells.push({ row: rows.length + 1, text: cell });
    cell = '';
  };
  const endRow = () => {
    end();
    rows.push(cells);
    cells = [];
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]!;
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (sign === '"' && hasQuotes && cell.trim() === '') {
      cell = '';
      isQuoted = true;
    } else if (sign === separator) end();
    else if (sign === '\n' || sign === '\r') {
      if (sign === '\r' && text[at + 1] === '\n') at += 1;
      endRow();
    } else cell += sign;
  }
  if (isQuoted) return cellsOf(text, separator, false);
  if (cell !== '' || cells.length > 0) endRow();
  return rows;
}

/** `Esi Mensah <esi@example.com>`, as mail programs copy it. */
const addressIn = (text: string) => /<([^<>]*)>\s*$/.exec(text)?.[1] ?? text.replace(/^\s*mailto:/i, '');

const hasAddress = ({ text }: ListedRow) => 'email' in readListed(text);

/** A table by one separator, and its column with the most addresses. */
function tableBy(separator: string, text: string) {
  const table = cellsOf(text, separator).map((cells) =>
    cells.map((cell) => ({ ...cell, text: addressIn(cell.text).trim() })),
  );
  const filled = table.filter((cells) => cells.some((cell) => cell.text !== ''));
  const counts: number[] = [];
  for (const cells of filled)
    for (const [at, cell] of cells.entries()) if (hasAddress(cell)) counts[at] = (counts[at] ?? 0) + 1;
  const column = counts.reduce((best, count, at) => (count > (counts[best] ?? 0) ? at : best), 0);
  return { filled, column, all: counts.reduce((sum, count) => sum + count, 0) };
}

/**
 * The rows of a list with what stands in its column of addresses, the one with most of them. Empty rows and a heading are left out. Null where
 * no column has any. A single line is a list in itself, as somebody types it.
 */
export function readList(given: string): ListedRow[] | null {
  const text = given.replace(/^\ufeff/, '');
  const tables = SEPARATORS.map((separator) => tableBy(separator, text));
  const { filled, column, all } = tables.toSorted((one, other) => other.all - one.all)[0]!;
  if (all === 0) return null;
  const [first = [], ...others] = filled;
  if (others.length === 0)
    return first.filter((cell) => cell.text !== '').map((cell, at) => ({ ...cell, row: at + 1 }));
  const isHeading = /^[^@]*(?:mail|address)[^@]*$/i.test(first[column]?.text ?? '');
  return (isHeading ? others : filled).flatMap((cells) => {
    const cell = cells[column];
    return cell && cell.text !== '' ? [cell] : [];
  });
}

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
function InviteModal({ studyId, onClose }: { studyId: string; onClose: () => void }) {
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
        <Button isBusy={call.isPending} onClick={send}>
          {words.send}
        </Button>
      }
      keep={words.cancel}
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

const APPLIED = FUNNEL_STAGES.indexOf('APPLIED');

/** Of the numbers of the funnel, which say nothing of a few people. */
function useApplied({ id }: Study): string {
  const funnel = useQuery({
    queryKey: applicantKeys.funnel(id),
    queryFn: ({ signal }) => callProject(readFunnel, { params: { id } }, signal),
  });
  if (funnel.data === undefined) return funnel.isError ? words.unknown : '…';
  const row = funnel.data.sources.find(({ source }) => source === 'INVITATION');
  const figure = row ? row.figures[APPLIED] : 0;
  if (typeof figure === 'number') return thousands(figure);
  return figure === 'FEW' ? words.few : words.unknown;
}

/** How many addresses are on the study's list, how many people came by it, and the way to more. */
export function InviteCard({ study, mayChange }: { study: Study; mayChange: boolean }) {
  const { id, state } = study;
  const [isInviting, setIsInviting] = useState(false);
  const applied = useApplied(study);
  const invited = useQuery({
    queryKey: applicantKeys.invited(id),
    queryFn: ({ signal }) => callIdentity(countInvited, { params: { id } }, signal),
  });
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-lg">{words.heading}</h2>
        {state === 'PUBLISHED' && mayChange && (
          <Button variant="secondary" size="small" onClick={() => setIsInviting(true)}>
            <MailPlus aria-hidden="true" className="size-4.5" />
            {words.invite}
          </Button>
        )}
      </div>
      <p className="mt-2 text-sm text-cocoa-2">{state === 'PAUSED' ? words.paused : words.text}</p>
      {invited.isError && invited.data === undefined ? (
        <div role="alert" className="mt-3">
          <p>{words.failed}</p>
          <Button variant="secondary" size="small" className="mt-2" onClick={() => void invited.refetch()}>
            {failureWords.tryAgain}
          </Button>
        </div>
      ) : (
        <dl className="figures mt-3 flex flex-col gap-3 text-sm">
          <div>
            <dt className="text-cocoa-3">{words.listed}</dt>
            <dd>{invited.data ? thousands(invited.data.listed) : '…'}</dd>
          </div>
          <div>
            <dt className="text-cocoa-3">{words.applied}</dt>
            <dd>{applied}</dd>
          </div>
        </dl>
      )}
      {isInviting && <InviteModal studyId={id} onClose={() => setIsInviting(false)} />}
    </Card>
  );
}
