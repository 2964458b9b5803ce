import { ethicsWords as words } from '@app/words/ethics.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { useState } from 'react';
import { serverToday } from '../../../api/server-today.ts';
import { ethicsSaid } from '../../../product/ethics-said.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';

const EthicsModal = lazyPart(async () => (await import('./ethics-modals.tsx')).EthicsModal);
const ConsentModal = lazyPart(async () => (await import('./ethics-modals.tsx')).ConsentModal);

/** Who approved of a study, and what its participants agree to; both can be changed once it is published. */
export function EthicsCard({ study, mayChange }: { study: Study; mayChange: boolean }) {
  const [changing, setChanging] = useState<'ETHICS' | 'CONSENT' | null>(null);
  const { ethics, consentText, consentVersion } = study;
  const canChange = mayChange && study.state !== 'DRAFT';
  const close = () => setChanging(null);
  const change = (what: 'ETHICS' | 'CONSENT', name: string) =>
    canChange && (
      <Button
        variant="secondary"
        size="small"
        className="mt-2"
        aria-label={name}
        onClick={() => setChanging(what)}
      >
        {words.change}
      </Button>
    );
  return (
    <Card>
      <h2 className="text-lg">{words.heading}</h2>
      <h3 className="mt-2 font-body text-sm font-semibold tracking-normal">{words.ethics}</h3>
      <p className="text-sm wrap-anywhere">{ethics ? ethicsSaid(ethics, serverToday()) : words.nothing}</p>
      {change('ETHICS', words.changeEthics)}
      <h3 className="mt-4 font-body text-sm font-semibold tracking-normal">{words.consent}</h3>
      {consentText ? (
        <>
          {study.state !== 'DRAFT' && (
            <p className="figures text-sm text-cocoa-3">{words.version(consentVersion)}</p>
          )}
          <p className="text-sm wrap-anywhere whitespace-pre-line">{consentText}</p>
        </>
      ) : (
        <p className="text-sm">{words.noConsent}</p>
      )}
      {change('CONSENT', words.changeConsent)}
      {changing === 'ETHICS' && <EthicsModal study={study} onClose={close} />}
      {changing === 'CONSENT' && <ConsentModal study={study} onClose={close} />}
    </Card>
  );
}
