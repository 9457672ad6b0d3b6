-- Mails about the security of an account that are about to be sent; a row is deleted once its mail was accepted.
create table security_notice (
  id text primary key,
  person_id text not null references person (id) on delete cascade,
  kind text not null,
  provider text, -- of identities: `google` or `facebook`
  device text not null, -- as the list of devices names it
  created_at timestamptz not null
);
create index security_notice_of_person on security_notice (person_id);
create index security_notice_by_age on security_notice (created_at);
