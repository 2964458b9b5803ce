import { OBSTACLES, type Obstacle } from '@app/contracts/leaving.ts';
import { useState } from 'react';
import { CallFailed } from '../../../api/failure.ts';

export interface LeaveObstacle {
  code: Obstacle;
  message: string;
}

/** What has to be done before somebody can leave; it stays until the next try. */
export function useLeaveRefusal() {
  const [refusal, setRefusal] = useState<LeaveObstacle | null>(null);
  return {
    refusal,
    forget: () => setRefusal(null),
    take(error: unknown): boolean {
      if (!(error instanceof CallFailed)) return false;
      const code = OBSTACLES.find((obstacle) => obstacle === error.code);
      if (code === undefined) return false;
      setRefusal({ code, message: error.message });
      return true;
    },
  };
}
