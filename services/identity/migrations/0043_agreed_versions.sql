-- Which versions of the legal texts a registration agreed to. They become its person's consents as its link is followed: until
-- then nobody knows whose they are. Null where a node of the version before wrote it, and the person's consents too.
alter table identity.registrations add column agreed_to jsonb;
