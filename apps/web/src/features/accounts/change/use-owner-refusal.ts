import { accountWords as words } from '@app/words/accounts.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallFailed } from '../../../api/failure.ts';
import { accountKey } from '../../../api/keys.ts';
import { toast } from '../../../ui/toast.ts';

interface Confirming {
  /** As far as this page knows. */
  hasPassword: boolean;
  /** Of the password that confirms the change. */
  field: string;
}

/** What the owner could not be confirmed for and no field can put right; it stays until the next try. */
export function useOwnerRefusal({ hasPassword, field }: Confirming) {
  const client = useQueryClient();
  const [refusal, setRefusal] = useState<CallFailed | null>(null);
  return {
    refusal,
    forget: () => setRefusal(null),
    /** True where nothing more is to be said of it. */
    take(error: unknown): boolean {
      if (!(error instanceof CallFailed)) return false;
      const { code, items } = error;
      if (code === 'TOO_MANY_REQUESTS' || code === 'PASSWORD_LOCKED' || code === 'LOG_IN_AGAIN') {
        setRefusal(error);
        return true;
      }
      if (hasPassword || !items.some((item) => item.field === field)) return false;
      // A first password was set elsewhere: its field comes with the account as it is now.
      void client.invalidateQueries({ queryKey: accountKey() });
      toast.error(words.passwordSetElsewhere);
      return true;
    },
  };
}
