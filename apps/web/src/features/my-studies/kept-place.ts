import { Component, type ReactNode } from 'react';

interface Place {
  focused: Element;
  top: number;
}

/** What changes in a list around what has the focus does not push that away: only a class is asked just before. */
export class KeptPlace extends Component<{ children: ReactNode }> {
  override getSnapshotBeforeUpdate(): Place | null {
    const focused = document.activeElement;
    return focused?.closest('main li') ? { focused, top: focused.getBoundingClientRect().top } : null;
  }

  override componentDidUpdate(_props: unknown, _state: unknown, before: Place | null): void {
    if (!before?.focused.isConnected) return;
    scrollBy(0, before.focused.getBoundingClientRect().top - before.top);
  }

  override render(): ReactNode {
    return this.props.children;
  }
}
