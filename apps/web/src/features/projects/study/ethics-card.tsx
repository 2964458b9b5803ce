import type { Study } from '@app/contracts/project/studies.ts';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { lazyPart } from '../../../ui/states.tsx';
import { ethicsWords } from '@app/words/ethics.ts';
import { serverToday } from '../../../api/server-today.ts';
import { ethicsSummary } from '../../../product/ethics-summary.ts';

const EthicsModal = lazyPart(async () => (await import('./ethics-modals.tsx')).EthicsModal);
const ConsentModal = lazyPart(async () => (await import('./ethics-modals.tsx')).ConsentModal);

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
        {ethicsWords.change}
      </Button>
    );
  return (
    <Card>
      <h2 className="text-lg">{ethicsWords.heading}</h2>
      <h3 className="mt-2 font-body text-sm font-semibold tracking-normal">{ethicsWords.ethics}</h3>
      <p className="text-sm wrap-anywhere">
        {ethics ? ethicsSummary(ethics, serverToday()) : ethicsWords.nothing}
      </p>
      {change('ETHICS', ethicsWords.changeEthics)}
      <h3 className="mt-4 font-body text-sm font-semibold tracking-normal">{ethicsWords.consent}</h3>
      {consentText ? (
        <>
          {study.state !== 'DRAFT' && (
            <p className="figures text-sm text-cocoa-3">{ethicsWords.version(consentVersion)}</p>
          )}
          <details>
            <summary className="flex min-h-11 items-center text-sm font-semibold text-green">
              {ethicsWords.readConsent}
            </summary>
            <p className="text-sm wrap-anywhere whitespace-pre-line">{consentText}</p>
          </details>
        </>
      ) : (
        <p className="text-sm">{ethicsWords.noConsent}</p>
      )}
      {change('CONSENT', ethicsWords.changeConsent)}
      {changing === 'ETHICS' && <EthicsModal study={study} onClose={close} />}
      {changing === 'CONSENT' && <ConsentModal study={study} onClose={close} />}
    </Card>
  );
}
