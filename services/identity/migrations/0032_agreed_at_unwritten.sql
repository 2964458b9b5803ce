-- identity.consents says it. The column stays for nodes of the version before, which still write it.
alter table identity.people alter column agreed_to_terms_at drop not null;
