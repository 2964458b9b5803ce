// A conventional service of the same five calls: Express and Prisma. `node express-prisma.mjs` with DATABASE_URL and JWT_SECRET.
import { randomUUID } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import { Prisma, PrismaClient } from '@prisma/client';
import express from 'express';
import helmet from 'helmet';
import jwt from 'jsonwebtoken';
import { NewApplication, NewBooking, Paging, fits } from './shared.mjs';

const { DATABASE_URL, JWT_SECRET } = process.env;
const adapter = new PrismaPg({ connectionString: DATABASE_URL, max: 10 }, { schema: 'peers' });
const prisma = new PrismaClient({ adapter });
const app = express();
app.use(helmet(), express.json());
app.use((request, response, next) => {
  try {
    const token = request.headers.authorization?.slice('Bearer '.length) ?? '';
    response.locals.userId = jwt.verify(token, JWT_SECRET, { algorithms: ['HS256'] }).sub;
    next();
  } catch {
    response.status(401).json({ code: 'UNAUTHENTICATED' });
  }
});
const page = (content, totalElements, { page: number, size }) => ({ content, totalElements, size, number });

app.get('/studies', async (request, response) => {
  const paging = Paging.parse(request.query);
  const me = await prisma.user.findUniqueOrThrow({ where: { id: response.locals.userId } });
  const where = {
    state: 'PUBLISHED',
    minimumAge: { lte: me.age },
    maximumAge: { gte: me.age },
    genders: { has: me.gender },
    educations: { has: me.education },
    incomes: { has: me.income },
    devices: { hasSome: me.devices },
    applications: { none: { applicantId: me.id } },
  };
  const [content, total] = await Promise.all([
    prisma.study.findMany({
      where,
      select: {
        id: true,
        publicName: true,
        description: true,
        companyName: true,
        devices: true,
        dates: true,
        duration: true,
        places: true,
        incentive: true,
        publishedAt: true,
      },
      orderBy: { publishedAt: 'desc' },
      skip: paging.page * paging.size,
      take: paging.size,
    }),
    prisma.study.count({ where }),
  ]);
  response.json(page(content, total, paging));
});

app.post('/studies/:id/applications', async (request, response) => {
  const { responses } = NewApplication.parse(request.body);
  const applicantId = response.locals.userId;
  const application = await prisma.$transaction(async (trx) => {
    const [me, study] = [
      await trx.user.findUniqueOrThrow({ where: { id: applicantId } }),
      await trx.study.findUnique({ where: { id: request.params.id } }),
    ];
    if (!study || study.state !== 'PUBLISHED' || !fits(me, study)) return undefined;
    const data = { id: randomUUID(), studyId: study.id, applicantId, responses };
    return trx.application.create({
      data: { ...data, status: 'PENDING', isQualified: true, appliedAt: new Date() },
    });
  });
  if (application) response.status(201).json(application);
  else response.status(404).json({ code: 'STUDY_NOT_FOUND' });
});

app.get('/studies/:id/applications', async (request, response) => {
  const paging = Paging.parse(request.query);
  const own = { id: request.params.id, project: { creatorId: response.locals.userId } };
  const study = await prisma.study.findFirst({ where: own });
  if (!study) return response.status(404).json({ code: 'STUDY_NOT_FOUND' });
  const where = { studyId: study.id };
  const [content, total] = await Promise.all([
    prisma.application.findMany({
      where,
      include: { applicant: true, booking: true },
      orderBy: { appliedAt: 'desc' },
      skip: paging.page * paging.size,
      take: paging.size,
    }),
    prisma.application.count({ where }),
  ]);
  return response.json(page(content, total, paging));
});

app.get('/projects/:id/studies', async (request, response) => {
  const paging = Paging.parse(request.query);
  const own = { id: request.params.id, creatorId: response.locals.userId };
  const project = await prisma.project.findFirst({ where: own });
  if (!project) return response.status(404).json({ code: 'PROJECT_NOT_FOUND' });
  const where = { projectId: project.id };
  const studies = await prisma.study.findMany({
    where,
    select: {
      id: true,
      state: true,
      name: true,
      publicName: true,
      duration: true,
      places: true,
      incentive: true,
      createdAt: true,
      publishedAt: true,
    },
    orderBy: { createdAt: 'desc' },
    skip: paging.page * paging.size,
    take: paging.size,
  });
  const [counts, total] = await Promise.all([
    prisma.application.groupBy({
      by: ['studyId', 'status', 'isQualified'],
      where: { studyId: { in: studies.map(({ id }) => id) } },
      _count: true,
    }),
    prisma.study.count({ where }),
  ]);
  const content = studies.map((study) => {
    const sum = (is) =>
      counts.filter((row) => row.studyId === study.id && is(row)).reduce((all, row) => all + row._count, 0);
    return {
      ...study,
      appliedCount: sum(() => true),
      qualifiedCount: sum(({ isQualified }) => isQualified),
      pendingCount: sum(({ status }) => status === 'PENDING'),
      acceptedCount: sum(({ status }) => status === 'ACCEPTED'),
      declinedCount: sum(({ status }) => status === 'DECLINED'),
    };
  });
  return response.json(page(content, total, paging));
});

app.post('/studies/:id/bookings', async (request, response) => {
  const { slotId, phoneNumber } = NewBooking.parse(request.body);
  const [studyId, applicantId] = [request.params.id, response.locals.userId];
  const booking = await prisma.$transaction(async (trx) => {
    const application = await trx.application.findUnique({
      where: { studyId_applicantId: { studyId, applicantId } },
    });
    if (application?.status !== 'ACCEPTED') return undefined;
    const slot = await trx.slot.findUnique({ where: { studyId_startsAt: { studyId, startsAt: slotId } } });
    if (!slot || slot.startsAt <= new Date()) return undefined;
    const { count } = await trx.slot.updateMany({
      where: { id: slot.id, taken: { lt: slot.seats } },
      data: { taken: { increment: 1 } },
    });
    if (count === 0) return undefined;
    const data = { id: randomUUID(), applicationId: application.id, slotId: slot.id };
    return trx.booking.create({ data: { ...data, phoneNumber, startsAt: slot.startsAt } });
  });
  if (booking) response.status(201).json(booking);
  else response.status(409).json({ code: 'SLOT_IS_FULL' });
});

app.use((error, _request, response, _next) => {
  const isTaken = error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';
  if (!isTaken && error.name !== 'ZodError') console.error(error);
  response.status(isTaken ? 409 : error.name === 'ZodError' ? 422 : 500).json({ code: 'FAILED' });
});
const server = app.listen(0, '127.0.0.1', () => console.log(server.address().port));
