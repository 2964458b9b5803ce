import { projectMessages as words } from '@app/words/projects.ts';
import type { ProjectSummary } from '@app/contracts/project/projects.ts';
import { FlaskConical } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '@app/contracts/web-paths.ts';
import { waitingTone } from '../../../product/status-tones.ts';
import { Badge } from '../../../ui/badge.tsx';

/** One project of the list; the whole card leads to it. */
export function ProjectCard({ project }: { project: ProjectSummary }) {
  return (
    <li className="relative flex flex-col gap-2 rounded-card border border-line bg-surface p-5 transition-colors hover:border-line-strong sm:p-6">
      <h2 className="text-lg wrap-anywhere">
        <Link
          to={paths.project(project.id)}
          className="after:absolute after:inset-0 after:rounded-card after:content-[''] focus-visible:unmarked focus-visible:after:marked"
        >
          {project.projectName}
        </Link>
      </h2>
      <p className="line-clamp-3 text-sm text-cocoa-2 wrap-anywhere">
        {project.description || <span className="text-cocoa-3">{words.noDescription}</span>}
      </p>
      <p className="figures mt-auto flex items-center gap-2 pt-2 text-sm text-cocoa-2">
        <FlaskConical aria-hidden="true" className="size-4 text-cocoa-3" />
        {words.studyCount(project.studyCount)}
        {project.openStudyCount > 0 && `, ${words.openCount(project.openStudyCount)}`}
      </p>
      {project.waitingCount > 0 && (
        <Badge tone={waitingTone} className="figures self-start">
          {words.waitingCount(project.waitingCount)}
        </Badge>
      )}
    </li>
  );
}
