/** Takes text as it arrives and gives the data of each event as soon as it is whole (WHATWG HTML, section 9.2.6). */
export function createEventParser(onData: (data: string) => void): (text: string) => void {
  let unfinished = '';
  let data: string[] = [];
  let endedInReturn = false;

  function take(line: string): void {
    if (line === '') {
      if (data.length > 0) onData(data.join('\n'));
      data = [];
      return;
    }
    const [name = ''] = line.split(':', 1);
    // A comment has no name; types, ids and retry times are not used here.
    if (name === 'data') data.push(line.slice(name.length + 1).replace(/^ /, ''));
  }

  return (text) => {
    if (text === '') return;
    // A line may end in \r\n, and the two may arrive one by one.
    const isRestOfEnd = endedInReturn && text.startsWith('\n');
    endedInReturn = text.endsWith('\r');
    const lines = (unfinished + (isRestOfEnd ? text.slice(1) : text)).split(/\r\n|\r|\n/);
    unfinished = lines.pop() ?? '';
    for (const line of lines) take(line);
  };
}
