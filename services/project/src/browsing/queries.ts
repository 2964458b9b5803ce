import { CompiledQuery } from 'kysely';
import { DEVICE_REQUIREMENTS } from '@app/contracts/enumerations.ts';
import type { Paging } from '@app/contracts/endpoint.ts';
import type { BY_PAY, StudyCard } from '@app/contracts/project/browsing.ts';
import { valuesOf } from '@app/kit/bits.ts';
import { fits, keptOutOf, letInto } from '../matching/fits.ts';
import type { Db, Facts } from '../schema.ts';

/** Facts with the age already counted. */
type Asked = Omit<Facts, 'birthDate'> & { age: number };

/** What open studies are matched by: everybody of one signature sees the same ones. */
export type Signature = Asked & {
  maxDurationInMinutes: number;
  pay: Pay;
  /** By these go the studies that were published before. */
  former: readonly (Asked & { until: string })[];
};

/** Filters of the open studies for a person without known facts. */
export type Narrowing = Pick<Signature, 'deviceBits' | 'maxDurationInMinutes' | 'pay'>;

/** ANY is what nobody asked for. */
type Pay = 'ANY' | (typeof BY_PAY)[number];

const isOfPay = (pay: Pay) => (pay === 'ANY' ? '' : ' and study.incentive > 0');
/** As the index that is walked: open_studies, or open_studies_by_pay. */
const inOrder = (pay: Pay) =>
  `order by ${pay === 'HIGHEST' ? 'study.incentive desc, ' : ''}study.published_at desc, study.study_id desc`;

const formerNames = (former: number) => Array.from({ length: former }, (_, at) => `former_${at}`);

/** Over the columns of the index open_studies. Most people have changed nothing, and for them there is nothing more to look at. */
const isAskedFor = (former: number, pay: Pay) => {
  const now = fits('study', 'asked');
  const then = formerNames(former).map(
    (name) => `when study.published_at < ${name}.until then ${fits('study', name)}`,
  );
  // The planner takes half of all studies to fit by such an expression, and so the index for a page of them.
  const matches = former === 0 ? now : `case ${then.join(' ')} else ${now} end`;
  return `
  study.is_open and ${matches}
  and study.duration_in_minutes <= asked.max_duration${isOfPay(pay)}`;
};

const card = `
    study.study_id as "id",
    study.public_name as "publicName",
    study.description as "description",
    study.device_bits as "deviceBits",
    study.duration_in_minutes as "durationInMinutes",
    study.desired_number_of_participants as "desiredNumberOfParticipants",
    study.places_left as "placesLeft",
    study.available_dates as "availableDates",
    study.company_name as "companyName",
    study.ethics as "ethics",
    study.published_at as "publishedAt",
    study.incentive as "incentive",
    study.meeting_way as "meetingWay",
    study.seats_per_slot as "seatsPerSlot"`;

const ASKED = ['age', 'gender_bit', 'education_bit', 'income_bit', 'device_bits', 'further_bits'];
const askedColumns = (first: number) =>
  ASKED.map((column, at) => `$${first + at}::int${column === 'further_bits' ? '[]' : ''} as ${column}`).join(
    ', ',
  );
const VALUES_OF_FORMER = ASKED.length + 1;
/** Facts before a change, each a row of its own; their values stand from `first` on. */
const formerRows = (former: number, first: number) =>
  formerNames(former)
    .map((name, at) => {
      const own = first + at * VALUES_OF_FORMER;
      return `, ${name} as materialized (
    select ${askedColumns(own)}, $${own + ASKED.length}::timestamptz as until
  )`;
    })
    .join('');
const formerJoins = (former: number) =>
  formerNames(former)
    .map((name) => ` cross join ${name}`)
    .join('');

const texts = new Map<string, string>();
/** A text that is built once. */
function textOf(
  build: (former: number, pay: Pay, isHeld: boolean) => string,
  { former, pay }: Signature,
  isHeld = false,
): string {
  const key = `${build.name} ${former.length} ${pay} ${isHeld}`;
  const text = texts.get(key) ?? build(former.length, pay, isHeld);
  texts.set(key, text);
  return text;
}

const laterThan = (former: number, pay: Pay) => `
  cross join lateral (
    select count(*) from project.studies as study where ${isAskedFor(former, pay)} and not study.is_by_invitation and study.published_at >= asked.before
  ) as later`;

/**
 * A page, and how many of the fitting studies are left out of it, in one round trip: those applied to, those that
 * keep this person out, and the few that were published since an instant; less the studies by invitation that are for this person, since
 * what is counted for everybody knows of none. The ids of the page come from the index alone; only its own rows are then fetched.
 * There is always a row: without a page, its id is null. The text never changes, and the values are in a row of their
 * own, so one plan is the best for all of them. If not, the server would plan each request, which costs more than the
 * page. There is one text for each number of changes that people have made of their facts, and each choice of pay; and one for the first
 * page, of which nothing is left out for being newer.
 */
const pageText = (former: number, pay: Pay, isHeld: boolean) => `
  with asked as materialized (
    select ${askedColumns(1)}, $7::int as max_duration, to_timestamp($9) as before, $10::int as size, $11::int as skipped
  )${formerRows(former, 12)}, left_out as (
    select study_id from project.applications where applicant_id = $8 union ${keptOutOf('$8')}
  ), let_in as (${letInto('$8')})
  select
    without.count${isHeld ? ' + later.count' : ''} as "leftOutCount",${card}
  from asked${formerJoins(former)}
  cross join lateral (
    select (
      select count(*) from left_out join project.studies as study using (study_id)
      where ${isAskedFor(former, pay)} and not study.is_by_invitation and study.published_at < asked.before
    ) - (
      select count(distinct study_id) from let_in join project.studies as study using (study_id)
      where ${isAskedFor(former, pay)} and study.is_by_invitation and study.published_at < asked.before
        and study.study_id not in (select study_id from left_out)
    ) as count
  ) as without
  ${isHeld ? laterThan(former, pay) : ''}
  left join lateral (
    select study.study_id
    from project.studies as study
    where ${isAskedFor(former, pay)} and study.published_at < asked.before and study.study_id not in (select study_id from left_out)
      and (not study.is_by_invitation or study.study_id in (select study_id from let_in))
    ${inOrder(pay)}
    limit asked.size offset asked.skipped
  ) as page on true
  left join project.studies as study on study.study_id = page.study_id
  ${inOrder(pay)}`;

const countText = (former: number, pay: Pay) => `
  with asked as materialized (
    select ${askedColumns(1)}, $7::int as max_duration
  )${formerRows(former, 8)}
  select count(*) from asked${formerJoins(former)} join project.studies as study on ${isAskedFor(former, pay)} and not study.is_by_invitation`;

const valuesOfAsked = ({ age, genderBit, educationBit, incomeBit, deviceBits, furtherBits }: Asked) => [
  age,
  genderBit,
  educationBit,
  incomeBit,
  deviceBits,
  furtherBits,
];
const valuesOfFormer = ({ former }: Signature) =>
  former.flatMap((before) => [...valuesOfAsked(before), before.until]);

const isNarrowedTo = (pay: Pay) => `
  study.is_open and not study.is_by_invitation and study.device_bits & asked.device_bits <> 0
  and study.duration_in_minutes <= asked.max_duration and study.published_at < asked.before${isOfPay(pay)}`;

/** Without matching: a person without facts has applied to nothing either. */
const unmatchedText = (pay: Pay) => `
  with asked as materialized (
    select $1::int as device_bits, $2::int as max_duration, to_timestamp($3) as before, $4::int as size, $5::int as skipped
  )
  select open.count as "openCount",${card}
  from asked
  cross join lateral (select count(*) from project.studies as study where ${isNarrowedTo(pay)}) as open
  left join lateral (
    select study.study_id
    from project.studies as study
    where ${isNarrowedTo(pay)}
    ${inOrder(pay)}
    limit asked.size offset asked.skipped
  ) as page on true
  left join project.studies as study on study.study_id = page.study_id
  ${inOrder(pay)}`;

interface CardRow {
  id: string | null;
  publicName: string;
  description: string;
  deviceBits: number;
  durationInMinutes: number;
  desiredNumberOfParticipants: number;
  placesLeft: number;
  availableDates: string[];
  companyName: string | null;
  ethics: StudyCard['ethics'];
  publishedAt: Date;
  incentive: number;
  meetingWay: StudyCard['meetingWay'];
  seatsPerSlot: number;
}

/** Answers give instants in milliseconds, the table is finer: until the end of the millisecond. */
const endOf = (publishedUntil: string | undefined) =>
  publishedUntil === undefined ? Infinity : (Date.parse(publishedUntil) + 1) / 1000;

function cardsOf(rows: readonly CardRow[]): StudyCard[] {
  return rows.flatMap(({ id, deviceBits, publishedAt, ...row }) =>
    id === null
      ? []
      : [
          {
            id,
            publicName: row.publicName,
            description: row.description,
            deviceRequirements: valuesOf(DEVICE_REQUIREMENTS, deviceBits),
            durationInMinutes: row.durationInMinutes,
            desiredNumberOfParticipants: row.desiredNumberOfParticipants,
            placesLeft: row.placesLeft,
            availableDates: row.availableDates,
            companyName: row.companyName,
            ethics: row.ethics,
            publishedAt: publishedAt.toISOString(),
            hasApplied: false,
            incentive: row.incentive,
            meetingWay: row.meetingWay,
            seatsPerSlot: row.seatsPerSlot,
          },
        ],
  );
}

/**
 * Open studies that fit, newest or best paid first, without those applied to, that keep them out, or published later; and how many were left out for that.
 */
export async function listOpenStudies(
  db: Db,
  signature: Signature,
  {
    applicantId,
    page,
    size,
    publishedUntil,
  }: Paging & { applicantId: string; publishedUntil?: string | undefined },
): Promise<{ content: StudyCard[]; leftOutCount: number }> {
  const values = [
    ...valuesOfAsked(signature),
    signature.maxDurationInMinutes,
    applicantId,
    endOf(publishedUntil),
    size,
    page * size,
    ...valuesOfFormer(signature),
  ];
  const { rows } = await db.executeQuery<CardRow & { leftOutCount: number }>(
    CompiledQuery.raw(textOf(pageText, signature, publishedUntil !== undefined), values),
  );
  return { content: cardsOf(rows), leftOutCount: rows[0]?.leftOutCount ?? 0 };
}

/** How many fit people who have changed their facts: they are few, and the count in memory knows nothing of time. */
export async function countOpenStudies(db: Db, signature: Signature): Promise<number> {
  const values = [...valuesOfAsked(signature), signature.maxDurationInMinutes, ...valuesOfFormer(signature)];
  const text = textOf(countText, signature);
  const { rows } = await db.executeQuery<{ count: number }>(CompiledQuery.raw(text, values));
  return rows[0]?.count ?? 0;
}

/** All open studies, in the same order, for people whose facts are not known. */
export async function listUnmatched(
  db: Db,
  { deviceBits, maxDurationInMinutes, pay }: Narrowing,
  { page, size, publishedUntil }: Paging & { publishedUntil?: string | undefined },
): Promise<{ content: StudyCard[]; openCount: number }> {
  const values = [deviceBits, maxDurationInMinutes, endOf(publishedUntil), size, page * size];
  const { rows } = await db.executeQuery<CardRow & { openCount: number }>(
    CompiledQuery.raw(unmatchedText(pay), values),
  );
  return { content: cardsOf(rows), openCount: rows[0]?.openCount ?? 0 };
}
