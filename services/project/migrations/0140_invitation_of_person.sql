-- Which invitation let a person in: one person each. A person whose own address it was sent to outranks one who followed its link.
alter table project.invited_people add column invitation_id uuid;
alter table project.invited_people add column owns_address boolean not null default false;
