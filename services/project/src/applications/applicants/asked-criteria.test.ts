import { expect, test } from 'vitest';
import { exportApplicants, listApplicants } from '@app/contracts/project/applicants.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { readCsv } from '#test/read-csv.ts';
import { apply, makeProject, makePublished } from '#test/studies.ts';

const app = useApp();

test('D-30 region, languages and work are shown, filtered and exported only if the study requires them', async () => {
  const researcher = await registerResearcher(app, { verified: true });
  const { id: projectId } = await makeProject(app, researcher);
  const study = await makePublished(app, researcher, {
    projectId,
    regions: ['ASHANTI', 'CENTRAL'],
    languages: ['TWI', 'GA'],
  });
  const plain = await makePublished(app, researcher, { projectId });
  const ids: string[] = [];
  for (const region of ['ASHANTI', 'CENTRAL'] as const) {
    const demographic = { region, languages: ['ENGLISH', 'TWI'] as ('ENGLISH' | 'TWI')[] };
    const person = await registerParticipant(app, { withProfile: true, demographic });
    ids.push((await apply(app, person, study)).content.id);
    await apply(app, person, plain);
  }
  const list = async (query: Record<string, string> = {}, { id } = study) =>
    app.call(listApplicants, { as: researcher, params: { id }, query });

  const nothing = {
    regions: [],
    languages: [],
    employment: [],
    jobRoles: [],
    industries: [],
    phoneOs: [],
    hasInternet: false,
  };
  const asked = (await list({ sort: 'OLDEST' })).content.map((row) => row.asked);
  expect(asked).toEqual([
    { ...nothing, regions: ['ASHANTI'], languages: ['TWI'] },
    { ...nothing, regions: ['CENTRAL'], languages: ['TWI'] },
  ]);
  expect((await list({}, plain)).content.map((row) => row.asked)).toEqual([nothing, nothing]);

  const findNames = async (value: string) => {
    const { content, json } = await list({ asked: value, size: '1' });
    return [content.map(({ id }) => id), json['totalElements']];
  };
  expect(await findNames('regions.CENTRAL')).toEqual([[ids[1]], 1]);
  expect(await findNames('languages.TWI')).toEqual([[ids[1]], 2]);
  expect(await findNames('languages.GA')).toEqual([[], 0]);
  expect(await findNames('employment.EMPLOYED_FULL_TIME')).toEqual([[], 0]);
  for (const wrong of ['regions', 'regions.ACCRA', 'region.ASHANTI'])
    expect((await list({ asked: wrong })).json).toMatchObject({ code: 'INVALID_INPUT' });

  const save = async (id: string) => {
    const file = await app.call(exportApplicants, { as: researcher, params: { id } });
    return readCsv(file.text);
  };
  const [header = [], ...rows] = await save(study.id);
  const column = (name: string) => rows.map((row) => row[header.indexOf(name)]);
  expect(column('Region')).toEqual(['Central', 'Ashanti']);
  expect(column('Languages')).toEqual(['Twi', 'Twi']);
  expect(header).not.toContain('Industry');
  expect((await save(plain.id))[0]).not.toContain('Region');
});
