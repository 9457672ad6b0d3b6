-- What somebody may do as an operator (the people of ADMIN_EMAILS need no role here), and whether they are suspended.
alter table person add column operator_role text check (operator_role in ('owner', 'moderator', 'support', 'read_only'));
alter table person add column suspension_id text;
create index person_with_role on person (operator_role) where operator_role is not null;

create table suspension (
  id text primary key,
  person_id text not null references person (id) on delete cascade,
  reason text not null,
  suspended_at timestamptz not null,
  ended_at timestamptz -- null: still suspended
);
create index suspension_of_person on suspension (person_id, suspended_at desc);

-- The name under which a person appears in the audit log; it goes with the person, and the log stays.
create table audit_alias (
  person_id text primary key references person (id) on delete cascade,
  alias text not null unique
);

-- What operators did. Each row hashes the one before it and itself (operators/audit/audit-chain.ts).
create table audit_entry (
  seq bigint primary key,
  at timestamptz not null,
  actor text, -- an alias; null for the server itself
  action text not null,
  target_type text not null,
  target_id text, -- of a person, an alias
  reason text,
  details text not null, -- JSON, as it was hashed
  hash text not null
);
create index audit_entry_of_target on audit_entry (target_id, seq desc);
create index audit_entry_of_actor on audit_entry (actor, seq desc);

-- The end of the chain; locked by whoever appends, so that the chain never forks.
create table audit_head (
  only_row boolean primary key default true check (only_row),
  seq bigint not null,
  hash text not null
);
insert into audit_head (seq, hash) values (0, '');

-- What the last check of the whole chain found.
create table audit_check (
  only_row boolean primary key default true check (only_row),
  checked_at timestamptz not null,
  checked_seq bigint not null,
  broken_seq bigint
);

create function audit_log_only_grows() returns trigger language plpgsql as $$
begin
  raise exception 'entries of the audit log are never changed or deleted' using errcode = 'restrict_violation';
end $$;
create trigger audit_entry_for_ever before update or delete on audit_entry
  for each row execute function audit_log_only_grows();
create trigger audit_entry_never_emptied before truncate on audit_entry
  for each statement execute function audit_log_only_grows();
