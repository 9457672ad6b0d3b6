-- Accounts that were erased and are not in the erasure journal of the data folder yet; normally empty.
create table erasure (
  person_id text primary key,
  erased_at timestamptz not null
);
