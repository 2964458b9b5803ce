import type { CheckedAccount } from '@app/contracts/payment/account-check.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { accountCheckWords } from '@app/words/account-check.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { accountCheck } from '../api/account-check.ts';
import { LinkButton } from '../ui/button.tsx';
import { lazyPart } from '../ui/states.tsx';

const NetworkName = lazyPart(async () => (await import('./network-name.tsx')).NetworkName);

const waits = ({ state, isConfirmed }: CheckedAccount) =>
  state === 'NOT_REGISTERED' || (state === 'DIFFERS' && !isConfirmed);

/** After the answer, the question stays until the person leaves the page. */
export function PayQuestion({ userId, className }: { userId: string; className: string }) {
  const { data } = useQuery(accountCheck(userId));
  const [isShown, setIsShown] = useState(false);
  if (data && waits(data) && !isShown) setIsShown(true);
  if (!isShown) return null;
  const change = (
    <LinkButton variant="secondary" size="small" to={paths.money}>
      {accountCheckWords.change}
    </LinkButton>
  );
  return <NetworkName userId={userId} className={className} change={change} />;
}
