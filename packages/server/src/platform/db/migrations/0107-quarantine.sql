-- Suspected abuse material: nobody sees it before an owner and a moderator have confirmed, and its files are kept.
create table quarantine (
  target_type text not null,
  target_id text not null,
  since timestamptz not null,
  ended_at timestamptz, -- null: in force; set when a decision found it harmless
  content jsonb not null, -- the texts of the item as it was when the quarantine began
  files text[] not null default '{}', -- ids of media files, which no purge and no deletion removes
  primary key (target_type, target_id)
);
create index quarantine_files on quarantine using gin (files);

-- Who confirmed last in each role that they need to see it.
create table quarantine_consent (
  target_type text not null,
  target_id text not null,
  role text not null check (role in ('owner', 'moderator')),
  operator_id text not null references person (id) on delete cascade,
  confirmed_at timestamptz not null,
  primary key (target_type, target_id, role)
);
