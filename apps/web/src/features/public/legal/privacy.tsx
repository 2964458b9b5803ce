import { privacyPolicy } from '@app/words/privacy.ts';
import { pageMeta } from '../../../product/title.ts';
import { LegalPage } from './legal-page.tsx';

export const meta = () => pageMeta(privacyPolicy.heading, privacyPolicy.description);

export default function Privacy() {
  return <LegalPage text={privacyPolicy} />;
}
