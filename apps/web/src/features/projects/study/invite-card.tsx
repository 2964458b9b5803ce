import { countInvited, ADDRESSES_AT_ONCE, inviteToStudy } from '@app/contracts/identity/invitations.ts';
import { FUNNEL_STAGES, readFunnel } from '@app/contracts/project/funnel.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { failureWords } from '@app/words/failures.ts';
import { inviteWords as words } from '@app/words/invitations.ts';
import { thousands } from '@app/words/thousands.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { MailPlus } from 'lucide-react';
import { useRef, useState } from 'react';
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
} from '@app/contracts/address-list.ts';
import { saveFile } from '../../../api/save-file.ts';
import { useSingleCall } from '../../../api/use-single-call.ts';
import { Field } from '../../../ui/field.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { TextArea } from '../../../ui/text-input.tsx';

interface ListedRow {
  row: number;
  text: string;
}

/** Reads UTF-8 and UTF-16 with or without a byte order mark, otherwise Windows-1252. */
export function decodeList(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const as = (encoding: string) => new TextDecoder(encoding).decode(bytes);
  if (first === 0xff && second === 0xfe) return as('utf-16le');
  if (first === 0xfe && second === 0xff) return as('utf-16be');
  // In UTF-16, Latin text has zeros in every second byte.
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

/** Splits at the separators that lists use between and around emails. */
const PARTS = /[^\s,;:<>()[\]"|\uff0c\uff1b\u3001]+/g;
/** These characters may surround an email. */
const AROUND =
  /^[\u2022\u25cf\u25aa\u25e6\u2023\u00b7*\u2013\u2014'\u2018\u2019\u201c\u201d`]+|[.!?'\u2018\u2019\u201c\u201d`]+$/g;
/** Spreadsheets and web pages add invisible characters. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;

function addressesIn(line: string): string[] {
  const parts = (line.match(PARTS) ?? []).filter((part) => part.includes('@'));
  return parts.flatMap((part) => {
    const pieces = part.split(/[/&]/);
    const isList = pieces.length > 1 && pieces.every((piece) => /^[^@]+@[^@]+$/.test(piece));
    // Text after the domain belongs to a link, as in mailto:a@b.com?subject=Hello.
    const texts = isList ? pieces : [part.replace(/^([^@]*@[^@/?&]*)[/?&][^@]*$/, '$1')];
    return texts.map((text) => text.replaceAll(AROUND, ''));
  });
}

const isHeading = (line: string) => !line.includes('@') && /mail|address/i.test(line);

/**
 * Lines without an email are reported as left out, except a heading. The result is null without any email.
 */
export function readList(given: string): ListedRow[] | null {
  const lines = given.replaceAll(INVISIBLE, '').split(/\r\n|\n|\r/);
  const filled = lines.flatMap((line, at) =>
    /[^\s,;"|]/.test(line) ? { row: at + 1, text: line.trim() } : [],
  );
  const [first] = filled;
  const listed = first && isHeading(first.text) ? filled.slice(1) : filled;
  const rows = listed.flatMap(({ row, text }) => {
    const found = addressesIn(text);
    return found.length === 0 ? { row, text } : found.map((one) => ({ row, text: one }));
  });
  return rows.some(({ text }) => text.includes('@')) ? rows : null;
}

/** These signatures start zip files (such as Excel), old Excel files and PDF. */
const NO_TEXT = ['PK', '\u00d0\u00cf\u0011\u00e0', '%PDF'];

export function isText(bytes: Uint8Array): boolean {
  const beginning = String.fromCharCode(...bytes.subarray(0, 4));
  return !NO_TEXT.some((sign) => beginning.startsWith(sign));
}

const BIGGEST_FILE = 5 * 1024 * 1024;
/** This is below the services' request limit. */
const MOST_CHARACTERS = 20_000;

/** Rows that are too long are not sent. */
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
    else if (row.text.length > LISTED_MAX_LENGTH || !row.text.includes('@'))
      answers.set(row, 'NOT_AN_ADDRESS');
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

/** A spreadsheet must treat every value as text. */
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

const MOST_NAMED = 10;

function Answers({ rows, answers, onClose }: Pick<Sending, 'rows' | 'answers'> & { onClose: () => void }) {
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

/** A retry after a lost connection continues with the rest. */
function InviteModal({ studyId, onClose }: { studyId: string; onClose: () => void }) {
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const [file, setFile] = useState<{ name: string; text: string } | null>(null);
  const [error, setError] = useState<string>();
  const [fileError, setFileError] = useState<string>();
  const fileInput = useRef<HTMLInputElement>(null);
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
  function refuseFile(why: string) {
    setFile(null);
    setFileError(why);
    // The input must not name a file that was refused.
    if (fileInput.current) fileInput.current.value = '';
  }
  async function choose(chosen: File | undefined) {
    setSending(null);
    setFile(null);
    setError(undefined);
    setFileError(undefined);
    if (!chosen) return;
    if (chosen.size > BIGGEST_FILE) return refuseFile(words.tooBig);
    try {
      const bytes = new Uint8Array(await chosen.arrayBuffer());
      if (isText(bytes)) setFile({ name: chosen.name, text: decodeList(bytes) });
      else refuseFile(words.notText);
    } catch {
      refuseFile(words.unreadable);
    }
  }
  function send() {
    setIsDone(false);
    if (sending) return call.mutate(sending);
    const rows = readList(file?.text ?? typed);
    if (rows === null) return (file ? refuseFile : setError)(words.none);
    const batch = piecesOf(rows);
    setSending(batch);
    setDone(0);
    return call.mutate(batch);
  }
  if (sending && isDone) return <Answers {...sending} onClose={onClose} />;
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={words.title}
      actions={
        <Button disabled={file === null && typed.trim() === ''} isBusy={call.isPending} onClick={send}>
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
        disabled={file !== null || call.isPending}
        value={file ? words.chosen(file.name) : typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setSending(null);
          setError(undefined);
        }}
      />
      <Field label={words.file} hint={words.fileHint} error={fileError} className="mt-4 text-cocoa">
        {(control) => (
          <input
            {...control}
            ref={fileInput}
            type="file"
            disabled={call.isPending}
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

/** The funnel hides small numbers. */
function useApplied({ id }: Study): string {
  const funnel = useQuery({
    queryKey: applicantKeys.funnel(id),
    queryFn: ({ signal }) => callProject(readFunnel, { params: { id } }, signal),
  });
  if (funnel.data === undefined) return funnel.isError ? words.unknown : '…';
  const row = funnel.data.sources.find(({ source }) => source === 'INVITATION');
  const figure = row ? row.figures[APPLIED] : 0;
  if (typeof figure === 'number') return thousands(figure);
  return figure === 'HIDDEN' ? words.notShown : words.unknown;
}

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
