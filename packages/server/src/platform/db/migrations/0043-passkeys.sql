-- Public keys that sign in to an account (WebAuthn). The private keys never leave people's devices.
create table passkey (
  id text primary key,
  person_id text not null references person (id) on delete cascade,
  credential_id text not null unique, -- base64url, chosen by the authenticator
  public_key bytea not null, -- COSE
  counter bigint not null, -- of signatures; 0 for ever on authenticators that do not count
  transports text not null, -- how to reach the authenticator, with commas between them
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_of_person on passkey (person_id);
