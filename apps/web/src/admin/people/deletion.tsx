import { today } from '@app/contracts/calendar.ts';
import type { ReplyOf } from '@app/contracts/endpoint.ts';
import {
  deletePersonAsAdmin,
  readDeletionAsAdmin,
  type readPersonAsAdmin,
  recordDeletionRequestAsAdmin,
} from '@app/contracts/identity/admin-people.ts';
import { adminPeopleWords as words } from '@app/words/admin-people.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { shortDate } from '../../format/dates.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { ActionDialog } from '../action-dialog.tsx';
import { callAsAdmin, useAdminRead } from '../call-admin.ts';
import { ReadPart } from '../read-part.tsx';

type Person = ReplyOf<typeof readPersonAsAdmin>;

export function Deletion({ person: { userId, name } }: { person: Person }) {
  const params = { userId };
  const read = useAdminRead('identity', readDeletionAsAdmin, { params });
  const [open, setOpen] = useState<'record' | 'withdraw' | 'delete'>();
  const [day, setDay] = useState(today());
  const navigate = useNavigate();
  const close = () => setOpen(undefined);
  const record = (requestedOn: string | null) =>
    callAsAdmin.identity(recordDeletionRequestAsAdmin, { params, body: { requestedOn } });
  return (
    <Card>
      <h2 className="mb-2 text-lg">{words.deletion}</h2>
      <p className="text-sm text-cocoa-2">{words.deletionText}</p>
      <ReadPart read={read}>
        {(data) => (
          <>
            <p className="mt-3 font-semibold">
              {data.requestedOn === null || data.dueOn === null
                ? words.noRequest
                : words.due(shortDate(data.requestedOn), shortDate(data.dueOn))}
            </p>
            {data.obstacles.length === 0 && <p className="mt-1">{words.ready}</p>}
            <ul className="mt-1 list-disc pl-5">
              {data.obstacles.map((obstacle) => (
                <li key={obstacle}>{words.obstacles[obstacle]}</li>
              ))}
            </ul>
            <div className="mt-4 flex flex-wrap gap-2">
              <Button
                variant="secondary"
                size="small"
                onClick={() => setOpen(data.requestedOn === null ? 'record' : 'withdraw')}
              >
                {data.requestedOn === null ? words.recordRequest : words.withdrawRequest}
              </Button>
              {data.requestedOn !== null && data.obstacles.length === 0 && (
                <Button variant="danger" size="small" onClick={() => setOpen('delete')}>
                  {words.delete}
                </Button>
              )}
            </div>
          </>
        )}
      </ReadPart>
      {open === 'record' && (
        <ActionDialog
          title={words.recordRequest}
          confirm={words.record}
          onConfirm={() => record(day)}
          successText={words.recordedDone}
          onClose={close}
        >
          <TextInput
            type="date"
            label={words.requestedOn}
            value={day}
            onChange={(event) => setDay(event.target.value)}
          />
        </ActionDialog>
      )}
      {open === 'withdraw' && (
        <ActionDialog
          title={words.withdrawRequest}
          confirm={words.record}
          onConfirm={() => record(null)}
          successText={words.recordedDone}
          onClose={close}
        />
      )}
      {open === 'delete' && (
        <ActionDialog
          title={words.deleteTitle(name)}
          confirm={words.delete}
          isDangerous
          reason={{ label: words.reason, hint: words.reasonKept }}
          onConfirm={async (reason) => {
            await callAsAdmin.identity(deletePersonAsAdmin, { params, body: { reason } });
            await navigate('/people');
          }}
          successText={words.deletedDone}
          onClose={close}
        >
          <p>{words.deleteText}</p>
        </ActionDialog>
      )}
    </Card>
  );
}
