import { Places } from '@app/contracts/payment/amounts.ts';
import * as z from 'zod/mini';
import { placeOfDraft, readDraft } from '../forms/drafts.ts';
import { DRAFT_KEYS, scopeName, type WizardScope } from './study-drafts.ts';

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** How many participants a draft plans, which lies on this device alone until the publish; null where it is not here. */
export function plannedPlaces(
  { studyId, ...project }: WizardScope & { studyId: string },
  storage?: Storage,
): number | null {
  const read = (key: string, scope: string) =>
    readDraft(placeOfDraft(key, scope, storage), storage) as Record<string, unknown> | null;
  // Of the study, or of the project as long as the wizard in which it was saved has not been opened again.
  const scopes = [studyId, null].map((id) => scopeName({ ...project, studyId: id }));
  const own = scopes.find((scope) => read(DRAFT_KEYS.server, scope)?.['id'] === studyId);
  const planned = z.safeParse(Places, own && read(DRAFT_KEYS.plan, own)?.['desiredNumberOfParticipants']);
  return planned.success ? planned.data : null;
}
