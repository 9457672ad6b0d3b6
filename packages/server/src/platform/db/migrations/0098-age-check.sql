-- Of an age check only the result (age_state), the method and the date are stored.
alter table person add column age_checked_at timestamptz;
alter table person add column age_check_method text;

-- Age checks under way at the provider; nonce and PKCE verifier follow from the state, which only the browser has.
create table age_check (
  state_hash bytea primary key,
  person_id text not null references person on delete cascade,
  session_id text not null references session on delete cascade,
  expires_at timestamptz not null
);
create index age_check_person on age_check (person_id);
create index age_check_session on age_check (session_id);
