-- What people never want to meet again: cards (characters and groups) and the people who write them.
create table block (
  person_id text not null references person (id) on delete cascade,
  target_type text not null check (target_type in ('card', 'user')),
  target_id text not null,
  created_at timestamptz not null,
  primary key (person_id, target_id)
);
create index block_of_target on block (target_id);
