import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  decideCompany,
  Social,
  isLinkedIn,
  readCompanyInformation,
  readCompanyVerification,
  submitCompanyInformation,
} from '@app/contracts/identity/company.ts';
import { changeOwnPassword } from '@app/contracts/identity/account-settings.ts';
import { readMe } from '@app/contracts/identity/sessions.ts';
import { listNotifications } from '@app/contracts/project/notifications.ts';
import { notices } from '@app/words/notifications.ts';
import { startJobSql } from '../../../../kit/test/start-job.ts';
import { useApp } from '@app/test/support/app.ts';
import { waitForJobs } from '@app/test/support/wait-for-jobs.ts';
import {
  PASSWORD,
  companyBody,
  decisionToken,
  emailSecret,
  readEmailLink,
  registerParticipant,
  registerResearcher,
} from '@app/test/support/people.ts';

const app = useApp();

const noInstitution = {
  isInstitution: false,
  ethicsApprovalNumber: null,
  ethicsApprovalExpiresOn: null,
  supervisor: null,
};
const institution = {
  isInstitution: true,
  ethicsApprovalNumber: 'CHS-Et/M.2 – P 3.6',
  ethicsApprovalExpiresOn: '2027-03-01',
  supervisor: 'Dr Akosua Ofori, Public Health',
};

test('S-505 a university gives evidence of itself, stored and sent to the admin; a company stores none', async () => {
  const [university, company] = [await registerResearcher(app), await registerResearcher(app)];
  const page = 'https://sph.ug.example/ofori';
  const pages = { companyLinkedUrl: page, foundersLinkedInUrl: 'http://www.linkedin.com/in/ofori' };
  const sent = { ...companyBody(university.userId), ...institution, ...pages };
  expect((await app.call(submitCompanyInformation, { as: university, body: sent })).status).toBe(200);
  const own = await app.call(readCompanyInformation, { as: university });
  expect(own.content).toMatchObject({ ...institution, ...pages });

  const token = await decisionToken(app, university.userId);
  const opened = await app.call(readCompanyVerification, {
    params: { userId: university.userId },
    query: { token },
  });
  expect(opened.content.sent).toMatchObject({ ...institution, ...pages });
  const emails = await app.mailbox.read('admin@demo.test');
  const email = emails.find(({ links }) => links.some((link) => link.endsWith(university.userId)));
  for (const part of [
    institution.ethicsApprovalNumber,
    '01 March, 2027',
    institution.supervisor,
    'Company on LinkedIn (not on LinkedIn): https: //sph. ug. example/ofori',
    'Founder on LinkedIn (not on LinkedIn): http: //www. linkedin. com/in/ofori',
  ])
    expect(email?.text).toContain(part);

  const body = { ...companyBody(company.userId), ...institution, isInstitution: false };
  expect((await app.call(submitCompanyInformation, { as: company, body })).status).toBe(200);
  expect((await app.call(readCompanyInformation, { as: company })).content).toMatchObject(noInstitution);
});

test('S-505 the additional fields of an institution are optional, and a refused submission stores nothing', async () => {
  const user = await registerResearcher(app);
  const send = (given: object) =>
    app.call(submitCompanyInformation, {
      as: user,
      body: { ...companyBody(user.userId), isInstitution: true, ...given },
    });
  for (const [field, wrong] of [
    ['isInstitution', 'yes'],
    ['ethicsApprovalNumber', 'x'.repeat(51)],
    ['ethicsApprovalExpiresOn', '2027-02-30'],
    ['supervisor', 'x'.repeat(101)],
    ['companyLinkedUrl', 'https://www.linkedin.com.evil.example/company/x'],
    ['companyName', 'Wave.com/login Research <b>x</b>'],
    ['companyName', 'Momo-prize.com'],
    ['businessName', 'Click https://evil.test/accept'],
    ['businessName', 'Call 0244123456 now'],
  ] as const) {
    expect((await send({ [field]: wrong })).json).toMatchObject({
      code: 'INVALID_INPUT',
      content: [{ field }],
    });
  }
  expect((await app.call(readMe, { as: user })).content.hasCompanyInfo).toBe(false);
  expect((await send({ supervisor: '  ' })).status).toBe(200);
  expect((await app.call(readCompanyInformation, { as: user })).content).toMatchObject({
    ...noInstitution,
    isInstitution: true,
  });
});

test.each([
  ['https://www.linkedin.com/company/korle', true, true],
  ['https://linkedin.com/in/ama', true, true],
  ['https://gh.linkedin.com/in/ama', true, true],
  ['http://www.linkedin.com/in/ama', true, false],
  ['linkedin.com/in/ama', true, false],
  ['https://notlinkedin.com/in/ama', false, false],
  ['https://evil.example/elsewhere', true, false],
  ['https://linkedin.com.evil.example/in/ama', false, false],
  ['https://evil.example/?https://www.linkedin.com/company/x', false, false],
  ['https://evil.example/#LinkedIn.com', false, false],
  ['https://www.linkedin。com.evil.example/company/x', false, false],
  ['https://www.%6Cinkedin.com.evil.example/company/x', false, false],
])('S-505 a LinkedIn address must be on a domain of LinkedIn: %s', (page, isTaken, is) => {
  const { website } = companyBody('');
  const social = { website, companyLinkedUrl: page, foundersLinkedInUrl: website };
  expect([Social.safeParse(social).success, isLinkedIn(page)]).toEqual([isTaken, is]);
});

test('S-108 the admin’s link changes the status, the first decision is final, and the researcher is notified', async () => {
  const user = await registerResearcher(app);
  await app.call(submitCompanyInformation, { as: user, body: companyBody(user.userId) });
  const token = await decisionToken(app, user.userId);
  const params = { userId: user.userId };
  const accepted = await app.call(decideCompany, { params, body: { token, decision: 'ACCEPT' } });
  expect(accepted.content).toMatchObject({ adminVerificationStatus: 'VERIFIED' });
  const declined = await app.call(decideCompany, { params, body: { token, decision: 'DECLINE' } });
  expect(declined).toMatchObject({ status: 409, json: { code: 'COMPANY_ALREADY_DECIDED' } });
  // The deciding statement refuses too, so a link that stayed valid would decide nothing.
  await sql`update identity.email_tokens set used_at = null where user_id = ${user.userId}`.execute(
    app.engine.owner,
  );
  const revived = await app.call(decideCompany, { params, body: { token, decision: 'DECLINE' } });
  expect(revived).toMatchObject({ status: 409, json: { code: 'COMPANY_ALREADY_DECIDED' } });
  expect((await app.call(readMe, { as: user })).content.adminVerificationStatus).toBe('VERIFIED');

  await readEmailLink(app, user.email, '/dashboard');
  await expect
    .poll(async () => (await app.call(listNotifications, { as: user })).content)
    .toMatchObject([{ message: notices.COMPANY_ACCEPTED(), read: false }]);
});

test('S-108 the admin’s link still decides after the researcher changed the password', async () => {
  const user = await registerResearcher(app);
  await app.call(submitCompanyInformation, { as: user, body: companyBody(user.userId) });
  const token = await decisionToken(app, user.userId);
  const passwords = { currentPassword: PASSWORD, password: `${PASSWORD}, and a new one` };
  expect((await app.call(changeOwnPassword, { as: user, body: passwords })).status).toBe(200);
  const decision = { params: { userId: user.userId }, body: { token, decision: 'ACCEPT' } };
  expect((await app.call(decideCompany, decision)).status).toBe(200);
});

test('S-108 D-24 AUTH-7 the link shows its own company and whether it still decides, however often it is opened', async () => {
  const [user, other] = [await registerResearcher(app), await registerResearcher(app)];
  for (const person of [user, other]) {
    await app.call(submitCompanyInformation, { as: person, body: companyBody(person.userId) });
  }
  const [token, foreign] = [await decisionToken(app, user.userId), await decisionToken(app, other.userId)];
  const params = { userId: user.userId };
  const open = async (secret = token) =>
    app.call(readCompanyVerification, { params, query: { token: secret } });
  const { companyName } = companyBody(user.userId);
  for (let times = 0; times < 3; times += 1) {
    expect((await open()).content).toEqual({
      companyName,
      adminVerificationStatus: 'PENDING',
      canDecide: true,
      // The page shows everything that was submitted, as the email does.
      sent: {
        ...companyBody(user.userId),
        ...noInstitution,
        status: 'PENDING',
        declineReason: null,
        submittedAt: expect.stringMatching(/Z$/),
        askedBy: `Esi ${user.lastName}, ${user.email}`,
      },
    });
  }
  for (const wrong of [foreign, 'made up']) {
    const notValid = { status: 400, json: { code: 'TOKEN_NOT_VALID' } };
    expect(await open(wrong)).toMatchObject(notValid);
    const decided = await app.call(decideCompany, { params, body: { token: wrong, decision: 'ACCEPT' } });
    expect(decided).toMatchObject(notValid);
  }
  expect((await app.call(readMe, { as: user })).content.adminVerificationStatus).toBe('PENDING');

  await app.call(decideCompany, { params, body: { token, decision: 'DECLINE' } });
  const used = { companyName, adminVerificationStatus: 'DECLINED', canDecide: false };
  expect((await open()).content).toEqual(used);
  await app.call(submitCompanyInformation, { as: user, body: companyBody(user.userId) });
  expect((await open()).content).toEqual({ ...used, adminVerificationStatus: 'PENDING' });
});

test('S-505 a declined researcher reads why and may submit again; the old link no longer works', async () => {
  const user = await registerResearcher(app);
  await app.call(submitCompanyInformation, { as: user, body: companyBody(user.userId) });
  const params = { userId: user.userId };
  const first = await decisionToken(app, user.userId);
  await app.call(decideCompany, {
    params,
    body: { token: first, decision: 'DECLINE', reason: 'No website' },
  });
  const emails = async () => (await app.mailbox.read(user.email)).map((email) => email.text).join('\n');
  await expect.poll(emails).toContain('No website');

  const since = Date.now();
  const again = await app.call(submitCompanyInformation, { as: user, body: companyBody(user.userId) });
  expect(again.content).toMatchObject({ adminVerificationStatus: 'PENDING' });
  const late = await app.call(decideCompany, { params, body: { token: first, decision: 'ACCEPT' } });
  expect(late.json).toMatchObject({ code: 'TOKEN_NOT_VALID' });
  const second = await decisionToken(app, user.userId, since);
  const ofAdmin = (await app.mailbox.read('admin@demo.test')).filter(({ links }) =>
    links.some((link) => link.endsWith(user.userId)),
  );
  expect(ofAdmin.map(({ text }) => text.includes('No website'))).toEqual([true, false]);
  expect(ofAdmin[0]?.text).toContain('We declined or revoked this company before');
  // Mail programs group the emails about one company together, and separate them from those about others.
  expect(new Set(ofAdmin.map(({ subject }) => subject)).size).toBe(1);
  expect(ofAdmin[0]?.subject).toContain(`P${user.userId.slice(-6).toUpperCase()}`);
  expect(
    (await app.call(decideCompany, { params, body: { token: second, decision: 'ACCEPT' } })).status,
  ).toBe(200);
});

test('S-117 only the researcher may submit it, for herself', async () => {
  const [user, other] = [await registerResearcher(app), await registerResearcher(app)];
  const participant = await registerParticipant(app);
  const send = (as: typeof user | undefined, userId: string) =>
    app.call(submitCompanyInformation, { as, body: companyBody(userId) });
  expect((await send(undefined, user.userId)).status).toBe(401);
  expect((await send(participant, participant.userId)).json).toMatchObject({ code: 'NOT_ALLOWED' });
  expect((await send(other, user.userId)).json).toMatchObject({ code: 'NOT_YOURS' });
  expect((await app.call(readMe, { as: user })).content.hasCompanyInfo).toBe(false);
});

test('KY1 an address without a scheme counts as https; a script is not an address', async () => {
  const user = await registerResearcher(app);
  const body = companyBody(user.userId);
  const send = (website: string) =>
    app.call(submitCompanyInformation, { as: user, body: { ...body, website } });
  for (const bad of [
    'javascript:alert(1)',
    'data:text/html,x',
    'http://169.254.169.254',
    'not an address',
    '//evil',
  ]) {
    expect((await send(bad)).json).toMatchObject({ code: 'INVALID_INPUT', content: [{ field: 'website' }] });
  }
  expect((await send('example.com')).status).toBe(200);
});

test('AUTH-7 an expired admin link decides nothing, and triggers a new email so that the company can be decided', async () => {
  const user = await registerResearcher(app);
  await app.call(submitCompanyInformation, { as: user, body: companyBody(user.userId) });
  const params = { userId: user.userId };
  const old = await decisionToken(app, user.userId);
  await sql`update identity.email_tokens set expires_at = now() where user_id = ${user.userId}`.execute(
    app.engine.owner,
  );
  const opened = await app.call(readCompanyVerification, { params, query: { token: old } });
  expect(opened.content).toMatchObject({ adminVerificationStatus: 'PENDING', canDecide: false });
  const since = Date.now();
  const late = await app.call(decideCompany, { params, body: { token: old, decision: 'ACCEPT' } });
  expect(late.json).toMatchObject({ code: 'TOKEN_NOT_VALID' });
  expect((await app.call(readMe, { as: user })).content.adminVerificationStatus).toBe('PENDING');
  const fresh = await decisionToken(app, user.userId, since);
  expect((await app.call(decideCompany, { params, body: { token: fresh, decision: 'ACCEPT' } })).status).toBe(
    200,
  );
});

test('SES-7 the token of a deleted person writes nothing and causes no server error', async () => {
  const user = await registerResearcher(app);
  await sql`delete from identity.people where user_id = ${user.userId}`.execute(app.engine.owner);
  const sent = await app.call(submitCompanyInformation, { as: user, body: companyBody(user.userId) });
  expect(sent).toMatchObject({ status: 401, json: { code: 'NOT_SIGNED_IN' } });
});

test('S-505 a researcher submits it once, and only they read the submission and its status', async () => {
  const [user, other] = [await registerResearcher(app), await registerResearcher(app)];
  const participant = await registerParticipant(app);
  const read = (as: typeof user | undefined, userId = user.userId) =>
    app.call(readCompanyInformation, { as, query: { userId } });
  expect(await read(user)).toMatchObject({ status: 404, json: { code: 'COMPANY_NOT_FOUND' } });
  const submit = () => app.call(submitCompanyInformation, { as: user, body: companyBody(user.userId) });
  expect((await submit()).content).toMatchObject({
    adminVerificationStatus: 'PENDING',
    hasCompanyInfo: true,
    firstLogin: false,
  });
  expect(await submit()).toMatchObject({ status: 409, json: { code: 'COMPANY_ALREADY_SUBMITTED' } });
  const sent = {
    ...companyBody(user.userId),
    ...noInstitution,
    status: 'PENDING',
    declineReason: null,
    submittedAt: expect.stringMatching(/Z$/),
  };
  expect((await read(user)).content).toEqual(sent);
  expect((await app.call(readCompanyInformation, { as: user })).content).toEqual(sent);

  const token = await emailSecret(app, user.userId, 'DECIDE_COMPANY');
  const decision = { token, decision: 'DECLINE', reason: 'No website' };
  await app.call(decideCompany, { params: { userId: user.userId }, body: decision });
  expect((await read(user)).content).toEqual({ ...sent, status: 'DECLINED', declineReason: 'No website' });

  expect((await read(undefined)).status).toBe(401);
  expect((await read(other)).json).toMatchObject({ code: 'NOT_YOURS' });
  expect((await read(participant, participant.userId)).json).toMatchObject({ code: 'NOT_ALLOWED' });
  expect((await read(user, 'no-id')).json).toMatchObject({ code: 'INVALID_INPUT' });
});

test('a company whose links have all expired triggers a new admin email, once a day', async () => {
  const user = await registerResearcher(app);
  await app.call(submitCompanyInformation, { as: user, body: companyBody(user.userId) });
  await decisionToken(app, user.userId);
  await waitForJobs(app);
  const emails = async () => {
    await sql.raw(startJobSql('identity', 'company-reminders')).execute(app.engine.owner);
    await waitForJobs(app);
    return (await app.mailbox.read('admin@demo.test')).filter(({ links }) =>
      links.some((link) => link.endsWith(user.userId)),
    ).length;
  };
  const passDays = (days: number) =>
    sql`
    update identity.companies set submitted_at = submitted_at - make_interval(days => ${days}::int)
    where user_id = ${user.userId}`.execute(app.engine.owner);
  await passDays(2);
  expect(await emails()).toBe(1);
  await sql`update identity.email_tokens set expires_at = now() where user_id = ${user.userId}`.execute(
    app.engine.owner,
  );
  expect(await emails()).toBe(2);
  expect(await emails()).toBe(2);
});

test('D-25 the admin reads who applies, and the researcher reads the whole reason', async () => {
  const user = await registerResearcher(app);
  const website = `https://evil.example/accept-company/x?a='"<b>&`;
  const company = { ...companyBody(user.userId), companyName: '<b>Salt & "Co"</b>', website };
  expect((await app.call(submitCompanyInformation, { as: user, body: company })).status).toBe(200);
  await waitForJobs(app);
  const emails = await app.mailbox.read('admin@demo.test');
  const email = emails.find(({ text }) => text.includes(user.email));
  expect(email?.text).toContain(`Sent by: ${user.firstName} ${user.lastName}, ${user.email}`);
  expect(email?.html).toContain('&lt;b&gt;Salt &amp; &quot;Co&quot;&lt;/b&gt;');
  // The deciding links and the admin area are the only ones apart from those in every email.
  expect(email?.html).toContain('https: //evil. example/accept-company/x?');
  const [accept = '', decline = '', ...others] = email?.links ?? [];
  expect(others.map((link) => new URL(link).pathname)).toEqual([`/companies/${user.userId}`, '/contact-us']);
  expect(new URL(accept)).toMatchObject({ host: 'localhost:3000' });
  expect(accept.replace('/accept-', '/decline-')).toBe(decline);

  const token = new URL(accept).pathname.split('/')[2];
  const body = { token, decision: 'DECLINE', reason: 'The site <is> down.\nPlease mend it.' };
  await app.call(decideCompany, { params: { userId: user.userId }, body });
  await waitForJobs(app);
  const [declined] = await app.mailbox.read(user.email);
  expect(declined?.html).toContain('The site &lt;is&gt; down.<br>Please mend it.');
  expect(new URL(declined?.links[0] ?? '').pathname).toBe('/dashboard/kyc');
});
