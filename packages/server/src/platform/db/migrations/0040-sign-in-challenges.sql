-- A code opens an account only in the browser that asked for it. Null: sent before this column existed; opens nothing.
alter table sign_in_code add column challenge_hash bytea;
-- The device that asked or guessed, if the account knows it: such a device has limits of its own. Null: anybody else.
alter table sign_in_code add column device_hash bytea;
alter table sign_in_failure add column device_hash bytea;
-- What was guessed: `code` or `password`.
alter table sign_in_failure add column kind text not null default 'password';

-- Browsers in which somebody has signed in, by their device cookie; also after signing out. Purged when not used for long.
create table known_device (
  person_id text not null references person (id) on delete cascade,
  device_hash bytea not null,
  created_at timestamptz not null,
  last_sign_in_at timestamptz not null,
  primary key (person_id, device_hash)
);
create index known_device_by_age on known_device (last_sign_in_at);
insert into known_device (person_id, device_hash, created_at, last_sign_in_at)
  select person_id, device_hash, min(created_at), max(created_at) from session
  where device_hash is not null group by person_id, device_hash;
