import { expect, it } from 'vitest';
import { createEventParser } from './event-stream.ts';

function read(...chunks: string[]): string[] {
  const events: string[] = [];
  const parse = createEventParser((data) => events.push(data));
  for (const chunk of chunks) parse(chunk);
  return events;
}

it('returns each event after its empty line, and nothing of an event that is cut off', () => {
  expect(read('data: {"unreadCount":1}\n\ndata: 2\n\ndata: 3\n')).toEqual(['{"unreadCount":1}', '2']);
});

it.each(['\n', '\r\n', '\r'])('accepts %j as the end of a line', (end) => {
  expect(read(['data: 1', '', 'data: 2', '', ''].join(end))).toEqual(['1', '2']);
});

it('finds the same events wherever the chunks are split', () => {
  const stream = ': hello\r\n\r\nevent: unread\r\ndata: one\r\ndata: two\r\n\r\nid: 7\ndata:three\n\n';
  for (let cut = 0; cut <= stream.length; cut += 1) {
    expect(read(stream.slice(0, cut), stream.slice(cut))).toEqual(['one\ntwo', 'three']);
  }
  expect(read(...Array.from(stream))).toEqual(['one\ntwo', 'three']);
});

it('skips comments, other fields and events without data', () => {
  expect(read(': still here\n\nretry: 10\n\nevent: none\n\ndatabase: no\n\n')).toEqual([]);
});

it('joins data of several lines, and drops only one leading space', () => {
  expect(read('data:  a\ndata:b\ndata\ndata: c: d\n\n')).toEqual([' a\nb\n\nc: d']);
});
