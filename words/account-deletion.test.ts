import { expect, test } from 'vitest';
import { accountDeletionWords } from '@app/words/account-deletion.ts';
import { authWords } from '@app/words/auth.ts';
import { emailWords } from '@app/words/emails.ts';
import { retentionSection } from '@app/words/privacy-retention.ts';

test('My Accounts, the sign-out notice and the email promise the period of the privacy policy', () => {
  const policy = retentionSection.entries
    ?.map(({ text }) => text)
    .find((text) => text.includes('delete it in My'));
  const texts = [
    policy,
    accountDeletionWords.intro,
    authWords.accountDeletedText,
    emailWords.accountDeleted.rest,
  ];
  expect(texts.map((text) => /within (\w+ )+?(hour|day)s?\b/.exec(text ?? '')?.[0])).toEqual(
    texts.map(() => 'within a day'),
  );
});
