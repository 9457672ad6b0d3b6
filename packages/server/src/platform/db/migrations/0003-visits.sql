-- Visits that someone agreed to have counted. No address, no user agent, nothing read or written: where from, to which
-- page, on what kind of device, and whether an account came of it.
create table web_visit (
  id text primary key,
  key_hash bytea unique, -- of the cookie that leads to a new account; gone with the account made, or after 30 days
  person_id text references person (id) on delete cascade,
  page text not null,
  locale text not null,
  device_type smallint not null, -- 0 mobile or tablet, 1 otherwise
  utm_source text not null,
  utm_medium text not null,
  utm_campaign text not null,
  ref text not null,
  referrer text not null, -- an origin, or empty
  created_at timestamptz not null,
  joined_at timestamptz -- when an account was made after it
);
create index web_visit_of_person on web_visit (person_id) where person_id is not null;
create index web_visit_by_age on web_visit (created_at);
