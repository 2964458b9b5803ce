import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { browseStudies } from '@app/contracts/project/browsing.ts';
import { listProjectStudies, listProjects } from '@app/contracts/project/projects.ts';
import { callProject } from '../../api/call.ts';
import { paths } from '@app/contracts/web-paths.ts';

/** Screens that show one of a person's things. Where there is none, or none can be asked for, the list is shown instead. */
async function orElse(path: string, find: () => Promise<string | undefined>): Promise<string> {
  try {
    return (await find()) ?? path;
  } catch {
    return path;
  }
}

async function projectOf(user: SignedInUser): Promise<string | undefined> {
  // The guard would send anybody else back, with a word that nobody has asked for.
  if (user.adminVerificationStatus !== 'VERIFIED') return undefined;
  const { content } = await callProject(listProjects, { query: { creatorId: user.userId } });
  return (content.find(({ studyCount }) => studyCount > 0) ?? content[0])?.id;
}

export function findProject(user: SignedInUser): Promise<string> {
  return orElse(paths.projects, async () => {
    const id = await projectOf(user);
    return id && paths.project(id);
  });
}

export function findApplicants(user: SignedInUser): Promise<string> {
  return orElse(paths.projects, async () => {
    const id = await projectOf(user);
    if (id === undefined) return undefined;
    const { content } = await callProject(listProjectStudies, { params: { id } });
    const study = content.find(({ appliedCount }) => appliedCount > 0) ?? content[0];
    return study && paths.studyApplicants(study.id);
  });
}

export function findOpenStudy(user: SignedInUser): Promise<string> {
  return orElse(paths.browseStudies, async () => {
    if (!user.hasUserInfo) return undefined;
    const { content } = await callProject(browseStudies, { query: { size: 1 } });
    return content[0] && paths.studyApply(content[0].id);
  });
}
