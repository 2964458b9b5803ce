create function identity.unaccepted_texts(person uuid, texts text[], versions date[]) returns text[] stable language sql as $$
  select array(
    select known.text from unnest(texts, versions) with ordinality as known (text, version, place)
    where not exists (
      select from identity.consents as consent
      where consent.user_id = person and consent.text = known.text and consent.version >= known.version)
    order by place)
$$;
comment on function identity.unaccepted_texts is
  'Lists the legal texts whose given version, or a newer one, a person has not accepted; in the order in which they are given.';
