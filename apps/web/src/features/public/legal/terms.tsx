import { termsAndConditions } from '@app/words/terms.ts';
import { titled } from '../../../product/title.ts';
import { LegalPage } from './legal-page.tsx';

export const meta = () => titled(termsAndConditions.heading, termsAndConditions.description);

export default function Terms() {
  return <LegalPage text={termsAndConditions} />;
}
