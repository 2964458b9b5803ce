import { expect, it } from 'vitest';
import { findSurveyTool } from './survey-tools.ts';

it.each([
  ['https://ee.kobotoolbox.org/single/x1', 'KOBO'],
  ['https://eu.kobotoolbox.org', 'KOBO'],
  ['https://docs.google.com/forms/d/e/1/viewform', 'GOOGLE_FORMS'],
  ['https://forms.gle/abc', 'GOOGLE_FORMS'],
  ['https://forms.office.com/r/abc', 'MICROSOFT_FORMS'],
  ['https://ug.eu.qualtrics.com/jfe/form/SV_1', 'QUALTRICS'],
  ['https://limesurvey.ug.edu.gh/index.php/1', 'LIMESURVEY'],
  ['https://redcap.knust.edu.gh/surveys/?s=A', 'REDCAP'],
  ['https://www.surveymonkey.com/r/A', 'SURVEYMONKEY'],
  ['https://x.typeform.com/to/A#p=1', 'TYPEFORM'],
  ['https://lab.surveycto.com/collect/a', 'SURVEYCTO'],
  ['https://lab.getodk.cloud/-/single/a', 'ODK'],
  ['https://form.jotform.com/1', 'JOTFORM'],
  ['https://tally.so/r/a', 'TALLY'],
  [' HTTPS://Tally.so', 'TALLY'],
  ['https://nottally.so/r/a', 'OTHER'],
  ['https://survey.example.org?tool=kobo', 'OTHER'],
  ['https://kobo', undefined],
  ['http://ee.kobotoolbox.org/', undefined],
  ['https://a@tally.so/', 'OTHER'],
  ['', undefined],
])('%s is recognised as %s', (address, tool) => {
  expect(findSurveyTool(address)).toBe(tool);
});
