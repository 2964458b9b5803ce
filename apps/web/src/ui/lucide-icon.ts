import { type SVGProps, createElement } from 'react';

interface Drawing {
  node: [tag: string, attributes: Record<string, string>][];
}

/** Replaces Lucide's own version, whose React contexts every page would load (vite.config.ts). */
export default function createLucideIcon({ node }: Drawing) {
  return (props: SVGProps<SVGSVGElement>) =>
    createElement(
      'svg',
      {
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': true,
        ...props,
      },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
}
