-- Who someone is at an identity provider, and whose account that opens. It goes with the account.
create table identity (
  issuer text not null,
  subject text not null,
  person_id text not null references person (id) on delete cascade,
  provider text not null, -- `google` or `facebook`, as the list of ways in names it
  created_at timestamptz not null,
  primary key (issuer, subject)
);
create index identity_of_person on identity (person_id);

-- Tokens that have opened a session: each opens one, however long it is valid (AUTH-06). Only digests.
create table identity_token (
  token_hash bytea primary key,
  expires_at timestamptz not null
);
create index identity_token_by_age on identity_token (expires_at);

-- For those who want one; everyone else signs in without.
create table password (
  person_id text primary key references person (id) on delete cascade,
  salt bytea not null,
  hash bytea not null,
  set_at timestamptz not null
);
