import * as contract from '@app/contracts/project/bookings.ts';
import * as attendanceCalls from '@app/contracts/project/attendance.ts';
import * as slots from '@app/contracts/project/slots.ts';
import { changeMeeting } from '@app/contracts/project/study-calls.ts';
import type { Role } from '@app/contracts/enumerations.ts';
import { answerMeeting as answerContract, readNextMeeting } from '@app/contracts/project/next-meeting.ts';
import { listMeetings } from '@app/contracts/project/meetings.ts';
import type { Route } from '@app/kit/route.ts';
import type { Deps } from '../deps.ts';
import { markAttendance } from './attendance/mark-attendance.ts';
import { showNumber, changeNumber } from './phone-number.ts';
import { changeSlotMeeting, changeStudyMeeting } from './change-meeting.ts';
import { recordCall } from './record-call.ts';
import { addSlots, removeSlot } from './change-slots.ts';
import { answerMeeting, confirmBooking } from './scheduling/answer-meeting.ts';
import { bookSlot } from './scheduling/book-slot.ts';
import { cancelBooking } from './scheduling/cancel-booking.ts';
import { cancelSlot } from './scheduling/cancel-slot.ts';
import { rescheduleBooking } from './scheduling/reschedule-booking.ts';
import { listSlotsForParticipant, listSlotsForResearcher } from './list-slots.ts';
import { findNextMeeting, findSurveyDeadline, listBookingsByParticipant } from './participant-bookings.ts';
import { describeBookingsForResearcher, findMeetings } from './researcher-bookings.ts';
import { joinWaitingList, leaveWaitingList } from './waiting-list/waiting-list.ts';

export function slotRoutes(route: Route, deps: Deps): void {
  const { db } = deps;

  route(slots.listSlots, async ({ params, query, viewer, fail }) => {
    const asked = { studyId: params.id, userId: viewer.userId, from: query.from };
    const listAs = {
      RESEARCHER: () => listSlotsForResearcher(deps, asked, fail),
      PARTICIPANT: () => listSlotsForParticipant(db, asked, fail),
    } satisfies Record<Role, unknown>;
    return listAs[viewer.role]();
  });

  route(slots.addSlots, async ({ params, body, viewer, fail }) =>
    addSlots(deps, { studyId: params.id, userId: viewer.userId }, body.startsAt, fail),
  );

  route(slots.removeSlot, async ({ params, viewer, fail }) =>
    removeSlot(deps, { studyId: params.id, userId: viewer.userId, slotId: params.slotId }, fail),
  );

  route(changeMeeting, async ({ params, body, viewer, fail }) =>
    changeStudyMeeting(deps, { studyId: params.id, userId: viewer.userId }, body, fail),
  );

  route(slots.changeSlotMeeting, async ({ params, body, viewer, fail }) =>
    changeSlotMeeting(deps, { studyId: params.id, userId: viewer.userId, slotId: params.slotId }, body, fail),
  );

  route(contract.cancelSlot, async ({ params, body, viewer, fail }) =>
    cancelSlot(
      deps,
      { ...body, studyId: params.id, slotId: params.slotId, researcherId: viewer.userId },
      fail,
    ),
  );

  route(slots.joinWaitingList, async ({ params, body, viewer, fail }) =>
    joinWaitingList(deps, { studyId: params.id, participantId: viewer.userId, days: body.days }, fail),
  );

  route(slots.leaveWaitingList, async ({ params, viewer, fail }) =>
    leaveWaitingList(db, { studyId: params.id, participantId: viewer.userId }, fail),
  );
}

export function bookingRoutes(route: Route, deps: Deps): void {
  const { db } = deps;

  route.inTransaction(contract.bookSlot, async ({ params, body, viewer, transact, fail }) =>
    bookSlot(deps, { ...body, studyId: params.id, participantId: viewer.userId }, { transact, fail }),
  );

  route(contract.listOwnBookings, async ({ query, viewer }) => ({
    ...(await listBookingsByParticipant(db, viewer.userId, query)),
    size: query.size,
    number: query.page,
  }));

  route.inTransaction(contract.rescheduleBooking, async ({ params, body, viewer, transact, fail }) =>
    rescheduleBooking(
      deps,
      { bookingId: params.id, participantId: viewer.userId, slotId: body.slotId },
      { transact, fail },
    ),
  );

  route(contract.confirmBooking, async ({ params, viewer, fail }) =>
    confirmBooking(deps, { bookingId: params.id, participantId: viewer.userId }, fail),
  );

  route(contract.cancelBooking, async ({ params, body, viewer, newId, fail }) => {
    const { userId, role } = viewer;
    return cancelBooking(deps, { ...body, bookingId: params.id, userId, role, newId: newId() }, fail);
  });

  route(attendanceCalls.markAttendance, async ({ params, body, viewer, fail }) =>
    markAttendance(deps, { bookingId: params.id, researcherId: viewer.userId, ...body }, fail),
  );

  route(contract.changeNumber, async ({ params, body, viewer, fail }) =>
    changeNumber(deps, { ...body, bookingId: params.id, participantId: viewer.userId }, fail),
  );

  route(contract.showNumber, async ({ params, viewer, fail }) =>
    showNumber(deps, { bookingId: params.id, researcherId: viewer.userId }, fail),
  );

  route(contract.recordCall, async ({ params, body, viewer, fail }) =>
    recordCall(deps, { bookingId: params.id, researcherId: viewer.userId, ...body }, fail),
  );

  route(listMeetings, async ({ query, viewer }) => {
    const range = { from: new Date(query.from), to: new Date(query.to) };
    return describeBookingsForResearcher(deps, await findMeetings(db, viewer.userId, range));
  });

  route(readNextMeeting, async ({ params }) => ({
    meeting: await findNextMeeting(db, params.userId),
    surveyUntil: await findSurveyDeadline(db, params.userId),
  }));

  route(answerContract, async ({ params, body, fail }) =>
    answerMeeting(deps, { ...body, bookingId: params.id, participantId: params.userId }, fail),
  );
}
