import { Places } from '@app/contracts/payment/amounts.ts';
import * as z from 'zod/mini';
import { draftStorageKey, readDraft } from '../forms/drafts.ts';
import { DRAFT_KEYS, scopeName, type WizardScope } from './study-drafts.ts';

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Before the publication, the plan is only on this device. */
export function plannedPlaces(
  { studyId, ...project }: WizardScope & { studyId: string },
  storage?: Storage,
): number | null {
  const read = (key: string, scope: string) =>
    readDraft(draftStorageKey(key, scope, storage), storage) as Record<string, unknown> | null;
  // Until the wizard is opened again, the draft may be stored under the project.
  const scopes = [studyId, null].map((id) => scopeName({ ...project, studyId: id }));
  const own = scopes.find((scope) => read(DRAFT_KEYS.server, scope)?.['id'] === studyId);
  const planned = z.safeParse(Places, own && read(DRAFT_KEYS.plan, own)?.['desiredNumberOfParticipants']);
  return planned.success ? planned.data : null;
}
