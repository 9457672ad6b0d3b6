-- Check-ins: one for each calendar day of a person, by the clock of the zone that they were in (decision 0013).
create table checkin (
  person_id text not null references person (id) on delete cascade,
  day date not null, -- the person's own
  time_zone text not null,
  streak_day smallint not null check (streak_day between 1 and 7),
  message_num int not null,
  coin_num int not null,
  created_at timestamptz not null,
  primary key (person_id, day)
);

-- Nothing is spent from an account that does not agree with its entries, until a later run finds it right.
alter table ledger_account add column frozen_at timestamptz;
create index ledger_account_frozen on ledger_account (id) where frozen_at is not null;

-- What the daily look at the ledger found. One process takes a day (UTC).
create table ledger_check (
  day date primary key,
  started_at timestamptz not null,
  finished_at timestamptz, -- null: under way, or cut short
  account_count bigint not null default 0,
  transfer_count bigint not null default 0,
  differing_count int not null default 0, -- accounts
  unbalanced_count int not null default 0 -- transfers
);
