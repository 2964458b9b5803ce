import { shellWords as shell } from '@app/words/shell.ts';
import { expect, test } from './fixtures.ts';
import { expectToFitWidth } from './text-size.ts';
import { enterAs, newParticipant, newVerifiedResearcher } from './people.ts';
import { expectToFitPhone } from './phone.ts';
import { applyAndAccept, publishStudy, signUpParticipant, signUpResearcher } from './run-main-job.ts';

for (const width of [360, 1280]) {
  const fit = width === 360 ? expectToFitPhone : expectToFitWidth;

  test(`S-104 S-505 a researcher signs up, sends the company information, and is accepted, at ${width} px`, async ({
    visit,
    visitByPhone,
    product,
  }) => {
    await fit(await signUpResearcher(product, width === 360 ? visitByPhone : visit));
  });

  test(`S-104 S-401 a participant signs up and sets up a profile, at ${width} px`, async ({
    visit,
    visitByPhone,
    product,
  }) => {
    await fit(await signUpParticipant(product, width === 360 ? visitByPhone : visit));
  });

  test(`S-301 S-303 S-315 S-405 AP3 a study is published, applied to and decided on, at ${width} px`, async ({
    visit,
    visitByPhone,
    product,
  }) => {
    const open = width === 360 ? visitByPhone : visit;
    const [researcher, participant] = [await open(), await open()];
    await enterAs(researcher, await newVerifiedResearcher(product), '/dashboard/projects');
    if (width === 360) {
      await researcher.getByRole('button', { name: shell.openMenu }).tap();
      await expect(researcher.getByRole('dialog')).toBeVisible();
      await fit(researcher);
    }
    const study = await publishStudy(researcher, () => fit(researcher));
    await enterAs(participant, await newParticipant(product), '/dashboard/browse-studies');
    await applyAndAccept([researcher, participant], study, 'Esi Owusu');
    await fit(researcher);
  });
}
