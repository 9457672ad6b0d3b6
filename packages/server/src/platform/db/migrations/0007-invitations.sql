-- Invitations: a link that one person sends to another, and the gift that it brought. The code is kept as a digest
-- only. Address, network and device of whoever took it are keyed hashes, to tell the same one again, for 90 days.
create table invitation (
  id text primary key,
  code_hash bytea not null unique,
  inviter_id text references person (id) on delete set null, -- null: the inviter has left
  card_id text not null,
  device_hash bytea, -- of the browser in which it was made
  created_at timestamptz not null,
  expires_at timestamptz not null,
  invitee_id text unique references person (id) on delete set null, -- null also once they have left
  claimed_at timestamptz,
  gift_state text check (gift_state in ('given', 'held', 'taken_back', 'lapsed')),
  given_at timestamptz,
  mailbox_hash bytea,
  claim_device_hash bytea,
  network_hash bytea,
  checked_at timestamptz, -- when the regular round last looked whether it is time for thanks, or for a held gift
  thanks_state text check (thanks_state in ('given', 'refused')),
  thanked_at timestamptz
);
create index invitation_of_inviter on invitation (inviter_id, created_at desc, id desc);
create index invitation_by_mailbox on invitation (mailbox_hash) where mailbox_hash is not null;
create index invitation_by_claim_device on invitation (claim_device_hash) where claim_device_hash is not null;
create index invitation_by_network on invitation (network_hash, given_at) where network_hash is not null;
create index invitation_to_check on invitation (checked_at nulls first, claimed_at)
  where claimed_at is not null and thanks_state is null;

-- Finds accounts whose addresses differ in dots, or in what follows a plus, alone (accounts/same-mailbox.ts).
create index person_by_mailbox on person ((replace(split_part(split_part(email, '@', 1), '+', 1), '.', '')));

-- What came of a visit beyond the account. The first one that a browser told of is the one that counts (first touch).
alter table web_visit add column first_order_at timestamptz;
alter table web_visit add column order_count int not null default 0;
