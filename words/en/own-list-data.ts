/** Of a researcher's own data: whom their studies keep out, and whom alone they are for. */
export const ownListData = {
  notAgain: {
    title: 'Whom your studies keep out',
    headings: { study: 'Study', earlier: 'People of', who: 'Who', weeks: 'For how many weeks' },
    values: {
      who: { APPLIED: 'Applied', ACCEPTED: 'Was accepted', MET: 'Was met', MISSED: 'Missed a meeting' },
    },
  },
  onlyThese: {
    title: 'Whom alone your studies are for',
    headings: { study: 'Study', earlier: 'People of', who: 'Who' },
    values: { who: { APPLIED: 'Applied', ACCEPTED: 'Was accepted', MET: 'Was met' } },
  },
};
