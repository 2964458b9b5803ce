import * as disputeCalls from '@app/contracts/project/disputes.ts';
import type { Route } from '@app/kit/route.ts';
import type { Deps } from '../../deps.ts';
import { decideDispute, readDispute } from './disputes.ts';
import { answerReport, reportMeeting } from './report-meeting.ts';

export function disputeRoutes(route: Route, deps: Deps): void {
  route(disputeCalls.reportMeeting, async ({ params, body, viewer, fail }) =>
    reportMeeting(deps, { bookingId: params.id, participantId: viewer.userId, ...body }, fail),
  );

  route(disputeCalls.answerReport, async ({ params, body, viewer, fail }) =>
    answerReport(deps, { bookingId: params.id, researcherId: viewer.userId, ...body }, fail),
  );

  route(disputeCalls.readDispute, async ({ params, query, fail }) =>
    readDispute(deps, { bookingId: params.id, ...query }, fail),
  );

  route(disputeCalls.decideDispute, async ({ params, body, fail }) =>
    decideDispute(deps, { bookingId: params.id, ...body }, fail),
  );
}
