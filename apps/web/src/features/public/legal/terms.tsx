import { termsAndConditions } from '@app/words/terms.ts';
import { pageMeta } from '../../../product/title.ts';
import { LegalPage } from './legal-page.tsx';

export const meta = () => pageMeta(termsAndConditions.heading, termsAndConditions.description);

export default function Terms() {
  return <LegalPage text={termsAndConditions} />;
}
