import { partsPageWords as words } from '@app/words/parts-page.ts';
import { Button, LinkButton, type ButtonVariant } from '../src/ui/button.tsx';
import { PartSection, Sample } from './part-section.tsx';
import { Plus } from 'lucide-react';
import { paths } from '@app/contracts/web-paths.ts';

const variants = Object.entries(words.variants) as [ButtonVariant, string][];

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
