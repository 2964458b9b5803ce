import { expect, it } from 'vitest';
import { hasApplicantFilter, changeApplicantSearch, searchWithout, parseView } from './view.ts';

const read = (text: string) => parseView(new URLSearchParams(text));

it('reads from the address only filters that the list supports', () => {
  expect(
    read(
      'status=PENDING&screening=QUALIFIED&gender=FEMALE&favourites=true&meeting=AHEAD&name=%20ama%20&quota=7&sort=ELDEST',
    ),
  ).toEqual({
    filter: {
      status: 'PENDING',
      screening: 'QUALIFIED',
      gender: 'FEMALE',
      favourites: 'true',
      meeting: 'AHEAD',
      name: 'ama',
      quota: '7',
    },
    sort: 'ELDEST',
    isReview: false,
    question: undefined,
  });
  const { filter, sort, question } = read(
    'status=HIRED&favourites=no&meeting=SOON&question=0&sort=RICHEST&name=%20&quota=60',
  );
  expect([hasApplicantFilter(filter), sort, question]).toEqual([false, 'NEWEST', undefined]);
});

it('reviews the undecided applicants that match the filters', () => {
  expect(read('review=true&status=DECLINED&gender=FEMALE')).toMatchObject({
    isReview: true,
    filter: { status: 'PENDING', gender: 'FEMALE' },
  });
});

it('filters by a question after one of its answers is chosen, even an untitled one', () => {
  expect(read('question=2').filter.question).toBeUndefined();
  expect(read('question=2').question).toBe('2');
  expect(read('question=2&answer=').filter).toMatchObject({ question: '2', answer: '' });
  expect(hasApplicantFilter(read('answer=Yes').filter)).toBe(false);
});

it('lists submitted surveys in the order in which they need a decision, unless another is chosen', () => {
  expect(read('submission=SUBMITTED')).toMatchObject({
    filter: { submission: 'SUBMITTED' },
    sort: 'NO_CODE_FIRST',
  });
  expect(read('submission=SUBMITTED&sort=OLDEST').sort).toBe('OLDEST');
  expect(read('submission=PAID').filter.submission).toBeUndefined();
});

it('changes one filter and keeps the others', () => {
  const search = new URLSearchParams('status=PENDING&question=1&answer=Yes&sort=OLDEST');
  expect(changeApplicantSearch(search, { status: undefined })).toBe('?question=1&answer=Yes&sort=OLDEST');
  expect(changeApplicantSearch(search, { question: '2' })).toBe('?status=PENDING&question=2&sort=OLDEST');
  expect(changeApplicantSearch(search, { answer: '' })).toBe(
    '?status=PENDING&question=1&answer=&sort=OLDEST',
  );
  expect(changeApplicantSearch(new URLSearchParams('name=a'), { name: '' })).toBe('');
  expect(searchWithout(search)).toBe('?sort=OLDEST');
});
