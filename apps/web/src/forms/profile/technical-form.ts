import { TechnicalDetail } from '@app/contracts/identity/profile.ts';
import { rule } from '@app/contracts/rule.ts';
import * as z from 'zod/mini';

export const YES_NO = ['YES', 'NO'] as const;

// Radio buttons carry text; what is sent is a boolean.
const yesNo = z.pipe(
  z.enum(YES_NO, { error: rule('valueRequired') }),
  z.transform((answer) => answer === 'YES'),
);

export const TechnicalForm = z.strictObject({
  ...TechnicalDetail.shape,
  hasWebcam: yesNo,
  hasInternet: yesNo,
});
