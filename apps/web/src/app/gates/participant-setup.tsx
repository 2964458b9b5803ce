import { type MiddlewareFunction, Outlet } from 'react-router';
import { clearDrafts } from '../../forms/drafts.ts';
import { SETUP_KEYS } from '../../forms/profile/set-up-drafts.ts';
import { onOtherPage } from '../../session/guards.ts';
import { readUser } from '../../session/session.ts';
import { guardMiddleware } from '../gate.ts';

/** The set-up may have been sent from another device, or by a call whose response was lost. */
const clearDraftsAfterSetUp: MiddlewareFunction = async (_asked, next) => {
  try {
    return await next();
  } finally {
    if (readUser()?.hasUserInfo) clearDrafts(SETUP_KEYS);
  }
};

export const clientMiddleware = [clearDraftsAfterSetUp, guardMiddleware('PARTICIPANT_SETUP')];
export const shouldRevalidate = onOtherPage;
export const clientLoader = () => null;
export default Outlet;
