-- What operators have given to people, once per key. Coins and messages are in the ledger, days in the membership.
create table operator_grant (
  key text primary key, -- the operator and the key that they sent
  person_id text not null references person (id) on delete cascade,
  asset text not null,
  amount integer not null,
  reason text not null,
  created_at timestamptz not null
);
create index operator_grant_of_person on operator_grant (person_id);
-- Finding people by the beginning of their nickname.
create index person_by_nickname on person (lower(nickname) text_pattern_ops);
