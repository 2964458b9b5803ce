import { Card } from '../../../ui/card.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';

interface RoleCardProps {
  eyebrow: string;
  heading: string;
  text: string;
  to: string;
  action: string;
}

/** What the product is for one of the two roles, and the way in. */
export function RoleCard({ eyebrow, heading, text, to, action }: RoleCardProps) {
  return (
    <Card className="flex flex-col items-start">
      <p className="text-sm font-semibold text-gold-ink">{eyebrow}</p>
      <h2>{heading}</h2>
      <p className="mt-1 mb-4 grow text-cocoa-2">{text}</p>
      <LinkButton to={to}>{action}</LinkButton>
    </Card>
  );
}
