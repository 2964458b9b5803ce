import { TechnicalDetail } from '@app/contracts/identity/profiles.ts';
import { rule } from '@app/contracts/rule.ts';
import * as z from 'zod/mini';

export const YES_NO = ['YES', 'NO'] as const;

const yesNo = z.enum(YES_NO, { error: rule('valueRequired') });

export const TechnicalForm = z.strictObject({
  ...TechnicalDetail.shape,
  hasWebcam: yesNo,
  hasInternet: yesNo,
});

/** Radio buttons give texts, but the contract needs booleans. */
export const toTechnicalDetail = ({
  hasWebcam,
  hasInternet,
  ...devices
}: z.output<typeof TechnicalForm>) => ({
  ...devices,
  hasWebcam: hasWebcam === 'YES',
  hasInternet: hasInternet === 'YES',
});
