import * as contract from '@app/contracts/project/bookings.ts';
import type { Route } from '@app/kit/route.ts';
import type { Deps } from '../../deps.ts';
import { decideDispute, readDispute } from './disputes.ts';
import { answerReport, reportMeeting } from './report-meeting.ts';

export function disputeRoutes(route: Route, deps: Deps): void {
  route(contract.reportMeeting, async ({ params, body, viewer, fail }) =>
    reportMeeting(deps, { bookingId: params.id, participantId: viewer.userId, ...body }, fail),
  );

  route(contract.answerReport, async ({ params, body, viewer, fail }) =>
    answerReport(deps, { bookingId: params.id, researcherId: viewer.userId, ...body }, fail),
  );

  route(contract.readDispute, async ({ params, query, fail }) =>
    readDispute(deps, { bookingId: params.id, ...query }, fail),
  );

  route(contract.decideDispute, async ({ params, body, fail }) =>
    decideDispute(deps, { bookingId: params.id, ...body }, fail),
  );
}
