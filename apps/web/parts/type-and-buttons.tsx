import { partsPageWords as words } from '@app/words/parts-page.ts';
import { Plus } from 'lucide-react';
import { paths } from '@app/contracts/web-paths.ts';
import type { ButtonVariant } from '../src/ui/button-look.ts';
import { Button } from '../src/ui/button.tsx';
import { LinkButton } from '../src/ui/link-button.tsx';
import { PartSection, Sample } from './part-section.tsx';

const variants = Object.entries(words.variants) as [ButtonVariant, string][];

export function Type() {
  const [page, section, card] = words.headings;
  return (
    <PartSection id="type" title={words.type}>
      <div className="max-w-text">
        {/* Looks only: the page has one heading of its own. */}
        <p className="font-display text-3xl font-heavy">{page}</p>
        <p className="mt-3 font-display text-xl font-heavy">{section}</p>
        <p className="mt-3 font-display text-lg font-heavy">{card}</p>
        <p className="mt-3">{words.body}</p>
        <p className="mt-3 text-sm text-cocoa-3">{words.hintText}</p>
        <p className="mt-3">
          <a href="#type" className="text-link">
            {words.link}
          </a>
        </p>
      </div>
    </PartSection>
  );
}

export function Buttons() {
  return (
    <PartSection id="buttons" title={words.buttons}>
      <Sample title={words.states.resting}>
        <div className="flex flex-wrap gap-3">
          {variants.map(([variant, name]) => (
            <Button key={variant} variant={variant}>
              {name}
            </Button>
          ))}
          <Button variant="secondary" size="icon" aria-label={words.iconButton}>
            <Plus aria-hidden="true" className="size-5" />
          </Button>
        </div>
      </Sample>
      <Sample title={words.states.small}>
        <div className="flex flex-wrap gap-3">
          {variants.map(([variant, name]) => (
            <Button key={variant} variant={variant} size="small">
              {name}
            </Button>
          ))}
        </div>
      </Sample>
      <Sample title={words.states.busy}>
        <div className="flex flex-wrap gap-3">
          {variants.map(([variant, name]) => (
            <Button key={variant} variant={variant} isBusy>
              {name}
            </Button>
          ))}
        </div>
      </Sample>
      <Sample title={words.states.disabled}>
        <div className="flex flex-wrap gap-3">
          {variants.map(([variant, name]) => (
            <Button key={variant} variant={variant} disabled>
              {name}
            </Button>
          ))}
        </div>
      </Sample>
      <Sample title={words.asLink}>
        <LinkButton to={paths.home} reloadDocument variant="secondary">
          {words.toHome}
        </LinkButton>
      </Sample>
      <Sample title={words.wide}>
        <div className="flex max-w-form flex-col gap-3">
          <Button isWide>{words.send}</Button>
          <Button isWide variant="secondary">
            {words.wideLabel}
          </Button>
        </div>
      </Sample>
    </PartSection>
  );
}
