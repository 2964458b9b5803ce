import { inviteToStudy, ADDRESSES_AT_ONCE } from '@app/contracts/identity/invitations.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callIdentity, newIdempotencyKey } from '../../../api/call.ts';
import { applicantKeys } from '../../../api/keys.ts';
import { useSingleCall } from '../../../api/use-single-call.ts';
import { type RowAnswer, LISTED_MAX_LENGTH, MAX_LISTED } from '@app/contracts/address-list.ts';
import type { ListedRow } from './read-address-list.ts';

/** Less than the limit of the services for one request. */
const MOST_CHARACTERS = 20_000;

/** A row that is too long is not sent. */
interface Piece {
  rows: ListedRow[];
  idempotencyKey: string;
}

export interface InvitationSending {
  rows: ListedRow[];
  pieces: Piece[];
  answers: Map<ListedRow, RowAnswer>;
}

function piecesOf(rows: ListedRow[]): InvitationSending {
  const pieces: Piece[] = [];
  const answers: InvitationSending['answers'] = new Map();
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

/** If the connection was lost, a retry goes on with the invitations that were not sent. */
export function useSendInvitations(studyId: string) {
  const client = useQueryClient();
  const [sending, setSending] = useState<InvitationSending | null>(null);
  const [done, setDone] = useState(0);
  const [isDone, setIsDone] = useState(false);
  const call = useSingleCall<void, InvitationSending>(['invite', studyId], {
    async mutationFn({ pieces, answers }) {
      for (const piece of pieces) {
        if (answers.has(piece.rows[0]!)) continue;
        const addresses = piece.rows.map(({ text }) => text);
        const { idempotencyKey } = piece;
        const reply = await callIdentity(inviteToStudy, {
          params: { id: studyId },
          body: { addresses },
          idempotencyKey,
        });
        for (const [at, row] of piece.rows.entries()) answers.set(row, reply.answers[at] ?? 'TAKEN');
        setDone(answers.size);
      }
      setIsDone(true);
    },
    onSettled: () => client.invalidateQueries({ queryKey: applicantKeys.invited(studyId) }),
  });
  return {
    sending,
    done,
    isDone,
    isPending: call.isPending,
    retry: call.mutate,
    start(rows: ListedRow[]) {
      const batch = piecesOf(rows);
      setSending(batch);
      setDone(0);
      setIsDone(false);
      call.mutate(batch);
    },
    reset: () => setSending(null),
  };
}
