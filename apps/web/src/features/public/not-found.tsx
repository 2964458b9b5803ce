import { notFoundWords as words } from '@app/words/not-found.ts';
import { Link, useMatches, useNavigate } from 'react-router';
import { paths } from '@app/contracts/web-paths.ts';
import { pageMeta } from '../../product/title.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Woven } from '../../ui/woven-pattern.tsx';

export const meta = () => pageMeta(words.heading, words.text);

function Message() {
  const navigate = useNavigate();
  const goBack = () => void (history.length > 1 ? navigate(-1) : navigate(paths.home));
  return (
    <div className="mx-auto flex max-w-text flex-col items-center text-center">
      <Woven seed={11} columns={12} rows={5} className="h-28 w-72 max-w-full rounded-card" />
      <h1 className="mt-8 text-4xl">{words.heading}</h1>
      <p className="mt-4 text-cocoa-2">{words.text}</p>
      <div className="mt-6 flex flex-wrap justify-center gap-3">
        <Button variant="secondary" onClick={goBack}>
          {words.goBack}
        </Button>
        <LinkButton to={paths.home}>{words.goHome}</LinkButton>
      </div>
      <Link to={paths.contact} className="text-link mt-4 inline-flex min-h-11 items-center">
        {words.chat}
      </Link>
    </div>
  );
}

export default function NotFound() {
  // In /dashboard, the shell has already rendered `<main>`.
  const isInShell = useMatches().length > 2;
  if (isInShell) return <Message />;
  return (
    <main className="flex min-h-dvh flex-col justify-center px-4 py-10">
      <Message />
    </main>
  );
}
