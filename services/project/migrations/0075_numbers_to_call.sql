-- A number to be called stands in E.164, so that links can be made of it. What is no number of Ghana stays as it was typed: it is shown
-- to be read, without a link that would call a stranger.
update project.bookings
  set phone_number = '+233' || substring(regexp_replace(phone_number, '[^0-9+]', '', 'g')
    from '^(?:\+233|00233|233)?0?([235][0-9]{8}|800[0-9]{5})$')
  where regexp_replace(phone_number, '[^0-9+]', '', 'g') ~ '^(\+233|00233|233)?0?([235][0-9]{8}|800[0-9]{5})$';
