import { failureMessages } from '@app/words/failures.ts';
import { projectMessages as words } from '@app/words/projects.ts';
import { studyControlMessages } from '@app/words/study-controls.ts';
import { restoreStudy } from '@app/contracts/project/study-calls.ts';
import type { QueryClient } from '@tanstack/react-query';
import { callProject } from '../../../api/call.ts';
import { CallFailed, wordsOf } from '../../../api/failure.ts';
import { toast } from '../../../ui/toast.ts';
import { refetchProjects } from '../project-queries.ts';

interface Deleted {
  id: string;
  /** Moves the focus to the offer, for a deletion by keyboard. */
  takesFocus: boolean;
}

/** Undo of a soft delete, offered for 10 seconds and again after a failure (WZ8); the server would take it for a day. */
export function offerUndo(client: QueryClient, deleted: Deleted): void {
  const action = { label: words.undo, onPress: () => void restore(client, deleted) };
  toast.success(words.studyDeleted, { action: { ...action, takesFocus: deleted.takesFocus } });
}

async function restore(client: QueryClient, deleted: Deleted): Promise<void> {
  const { id, takesFocus } = deleted;
  try {
    await callProject(restoreStudy, { params: { id } });
  } catch (error) {
    if (error instanceof CallFailed && error.code === 'STUDY_NOT_FOUND') {
      return toast.error(studyControlMessages.cannotRestore);
    }
    const action = { label: failureMessages.tryAgain, onPress: () => void restore(client, deleted) };
    return toast.error(wordsOf(error), { action: { ...action, takesFocus } });
  }
  await refetchProjects(client);
  toast.success(words.studyRestored);
}
