import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const web = join(import.meta.dirname, '..');
const USES_FORMS = /^import \{[^;]*\} from '[./]+forms\/(form|form-modal|server-errors)\.tsx?';$/m;

// Lists load no forms, so their rules must come with the form itself.
test('each form that only researchers see brings the texts of its rules', () => {
  const files = globSync('{features/{applicants,budgets,meetings,projects},product/meetings}/**/*.tsx', {
    cwd: web,
  });
  const forms = files.filter((file) => USES_FORMS.test(readFileSync(join(web, file), 'utf8')));
  expect(forms.length).toBeGreaterThan(5);
  expect(
    forms.filter(
      (file) => !/^import '[./]+forms\/all-rules\.ts';$/m.test(readFileSync(join(web, file), 'utf8')),
    ),
  ).toEqual([]);
});
