-- The protected mode for teens: the age that somebody under 18 gave, as a bucket, and how long they chatted on a day.
alter table person add column teen_age smallint;
alter table person add column teen_use_day text;
alter table person add column teen_used_ms integer not null default 0;
alter table person add column teen_active_at timestamptz;

-- An address, browser or identity of somebody who said that they are too young for an account.
alter table age_mark add column too_young boolean not null default false;

-- Cards of the library without anything sexual or romantic. `shelf` is where lists and search keep a card: those that
-- teens meet too have one of their own.
alter table card add column suits_teens boolean not null default false;
alter table card add column shelf text not null generated always as
  (case when suits_teens and creator_id is null and rating = 'sfw' then 'teens' else rating end) stored;
