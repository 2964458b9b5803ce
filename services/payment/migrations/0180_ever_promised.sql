create function payment.ever_promised(study uuid) returns bigint stable language sql as $$
  select coalesce(sum(pesewas), 0)::bigint from payment.postings join payment.transactions using (transaction_id)
  where credit = 'study:' || study || ':promised' and kind = 'PROMISED'
$$;
comment on function payment.ever_promised is
  'Sums all that was ever promised for places of a study: used up or not, and also for places beyond its plan.';
