// A conventional service of the same five calls: Fastify and Drizzle. `node fastify-drizzle.mjs` with DATABASE_URL and JWT_SECRET.
import { randomUUID } from 'node:crypto';
import helmet from '@fastify/helmet';
import jwt from '@fastify/jwt';
import {
  and,
  arrayContains,
  arrayOverlaps,
  count,
  desc,
  eq,
  gte,
  lt,
  lte,
  notExists,
  sql,
} from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { boolean, integer, jsonb, pgSchema, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import Fastify from 'fastify';
import { NewApplication, NewBooking, Paging, fits } from './shared.mjs';

const peers = pgSchema('peers');
const at = (name) => timestamp(name, { withTimezone: true });
const users = peers.table('users', {
  id: uuid().primaryKey(),
  firstName: text('first_name'),
  lastName: text('last_name'),
  age: integer(),
  gender: text(),
  education: text(),
  income: text(),
  devices: text().array(),
});
const projects = peers.table('projects', {
  id: uuid().primaryKey(),
  creatorId: uuid('creator_id'),
  name: text(),
});
const studies = peers.table('studies', {
  id: uuid().primaryKey(),
  projectId: uuid('project_id'),
  state: text(),
  name: text(),
  publicName: text('public_name'),
  description: text(),
  companyName: text('company_name'),
  devices: text().array(),
  minimumAge: integer('minimum_age'),
  maximumAge: integer('maximum_age'),
  genders: text().array(),
  educations: text().array(),
  incomes: text().array(),
  dates: jsonb(),
  duration: integer(),
  places: integer(),
  incentive: integer(),
  publishedAt: at('published_at'),
  createdAt: at('created_at'),
});
const applications = peers.table('applications', {
  id: uuid().primaryKey(),
  studyId: uuid('study_id'),
  applicantId: uuid('applicant_id'),
  status: text(),
  isQualified: boolean('is_qualified'),
  responses: jsonb(),
  appliedAt: at('applied_at'),
});
const slots = peers.table('slots', {
  id: uuid().primaryKey(),
  studyId: uuid('study_id'),
  startsAt: at('starts_at'),
  seats: integer(),
  taken: integer(),
});
const bookings = peers.table('bookings', {
  id: uuid().primaryKey(),
  applicationId: uuid('application_id'),
  slotId: uuid('slot_id'),
  phoneNumber: text('phone_number'),
  startsAt: at('starts_at'),
});

const { DATABASE_URL, JWT_SECRET } = process.env;
const db = drizzle({ connection: { connectionString: DATABASE_URL, max: 10 } });
const app = Fastify({ logger: { level: 'error' } });
await app.register(helmet);
await app.register(jwt, { secret: JWT_SECRET });
app.addHook('onRequest', (request) => request.jwtVerify());
app.setErrorHandler((error, request, reply) => {
  const status =
    error.cause?.code === '23505' ? 409 : error.name === 'ZodError' ? 422 : (error.statusCode ?? 500);
  if (status === 500) request.log.error(error);
  return reply.code(status).send({ code: 'FAILED' });
});
const page = (content, [{ total }], { page: number, size }) => ({
  content,
  totalElements: total,
  size,
  number,
});
const fail = (reply, status, code) => reply.code(status).send({ code });
const own = (request) => eq(projects.creatorId, request.user.sub);

app.get('/studies', async (request) => {
  const paging = Paging.parse(request.query);
  const [me] = await db.select().from(users).where(eq(users.id, request.user.sub));
  const mine = and(eq(applications.studyId, studies.id), eq(applications.applicantId, me.id));
  const where = and(
    eq(studies.state, 'PUBLISHED'),
    lte(studies.minimumAge, me.age),
    gte(studies.maximumAge, me.age),
    arrayContains(studies.genders, [me.gender]),
    arrayContains(studies.educations, [me.education]),
    arrayContains(studies.incomes, [me.income]),
    arrayOverlaps(studies.devices, me.devices),
    notExists(db.select().from(applications).where(mine)),
  );
  const {
    id,
    publicName,
    description,
    companyName,
    devices,
    dates,
    duration,
    places,
    incentive,
    publishedAt,
  } = studies;
  const card = {
    id,
    publicName,
    description,
    companyName,
    devices,
    dates,
    duration,
    places,
    incentive,
    publishedAt,
  };
  const [content, total] = await Promise.all([
    db
      .select(card)
      .from(studies)
      .where(where)
      .orderBy(desc(publishedAt))
      .offset(paging.page * paging.size)
      .limit(paging.size),
    db.select({ total: count() }).from(studies).where(where),
  ]);
  return page(content, total, paging);
});

app.post('/studies/:id/applications', async (request, reply) => {
  const { responses } = NewApplication.parse(request.body);
  const application = await db.transaction(async (trx) => {
    const [me] = await trx.select().from(users).where(eq(users.id, request.user.sub));
    const [study] = await trx.select().from(studies).where(eq(studies.id, request.params.id));
    if (study?.state !== 'PUBLISHED' || !fits(me, study)) return undefined;
    const sent = { id: randomUUID(), studyId: study.id, applicantId: me.id, responses };
    const row = { ...sent, status: 'PENDING', isQualified: true, appliedAt: new Date() };
    return (await trx.insert(applications).values(row).returning())[0];
  });
  return application ? reply.code(201).send(application) : fail(reply, 404, 'STUDY_NOT_FOUND');
});

app.get('/studies/:id/applications', async (request, reply) => {
  const paging = Paging.parse(request.query);
  const [study] = await db
    .select({ id: studies.id })
    .from(studies)
    .innerJoin(projects, eq(projects.id, studies.projectId))
    .where(and(eq(studies.id, request.params.id), own(request)));
  if (!study) return fail(reply, 404, 'STUDY_NOT_FOUND');
  const where = eq(applications.studyId, study.id);
  const [rows, total] = await Promise.all([
    db
      .select()
      .from(applications)
      .innerJoin(users, eq(users.id, applications.applicantId))
      .leftJoin(bookings, eq(bookings.applicationId, applications.id))
      .where(where)
      .orderBy(desc(applications.appliedAt))
      .offset(paging.page * paging.size)
      .limit(paging.size),
    db.select({ total: count() }).from(applications).where(where),
  ]);
  const content = rows.map((row) => ({ ...row.applications, applicant: row.users, booking: row.bookings }));
  return page(content, total, paging);
});

app.get('/projects/:id/studies', async (request, reply) => {
  const paging = Paging.parse(request.query);
  const [project] = await db
    .select()
    .from(projects)
    .where(and(eq(projects.id, request.params.id), own(request)));
  if (!project) return fail(reply, 404, 'PROJECT_NOT_FOUND');
  const where = eq(studies.projectId, project.id);
  const countOf = (which) => sql`count(${applications.id}) filter (where ${which})`.mapWith(Number);
  const { id, state, name, publicName, duration, places, incentive, createdAt, publishedAt } = studies;
  const [content, total] = await Promise.all([
    db
      .select({
        id,
        state,
        name,
        publicName,
        duration,
        places,
        incentive,
        createdAt,
        publishedAt,
        appliedCount: count(applications.id),
        qualifiedCount: countOf(applications.isQualified),
        pendingCount: countOf(eq(applications.status, 'PENDING')),
        acceptedCount: countOf(eq(applications.status, 'ACCEPTED')),
        declinedCount: countOf(eq(applications.status, 'DECLINED')),
      })
      .from(studies)
      .leftJoin(applications, eq(applications.studyId, studies.id))
      .where(where)
      .groupBy(studies.id)
      .orderBy(desc(studies.createdAt))
      .offset(paging.page * paging.size)
      .limit(paging.size),
    db.select({ total: count() }).from(studies).where(where),
  ]);
  return page(content, total, paging);
});

app.post('/studies/:id/bookings', async (request, reply) => {
  const { slotId, phoneNumber } = NewBooking.parse(request.body);
  const booking = await db.transaction(async (trx) => {
    const mine = and(
      eq(applications.studyId, request.params.id),
      eq(applications.applicantId, request.user.sub),
    );
    const [application] = await trx.select().from(applications).where(mine);
    if (application?.status !== 'ACCEPTED' || slotId <= new Date()) return undefined;
    const [slot] = await trx
      .update(slots)
      .set({ taken: sql`${slots.taken} + 1` })
      .where(
        and(eq(slots.studyId, request.params.id), eq(slots.startsAt, slotId), lt(slots.taken, slots.seats)),
      )
      .returning();
    if (!slot) return undefined;
    const row = {
      id: randomUUID(),
      applicationId: application.id,
      slotId: slot.id,
      phoneNumber,
      startsAt: slot.startsAt,
    };
    return (await trx.insert(bookings).values(row).returning())[0];
  });
  return booking ? reply.code(201).send(booking) : fail(reply, 409, 'SLOT_IS_FULL');
});

await app.listen({ port: 0, host: '127.0.0.1' });
console.log(app.server.address().port);
