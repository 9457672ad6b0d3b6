-- One schema for the embedded database and for PostgreSQL 15 and later.
create extension if not exists pg_trgm;

-- People ---------------------------------------------------------------------------------------------------------
create table person (
  id text primary key,
  email text unique, -- in lower case; null once someone asked for erasure or signed in without one
  nickname text not null default '',
  avatar text,
  gender smallint,
  age_scope smallint,
  age_state text not null default 'unknown',
  adult_confirmed_at timestamptz,
  nsfw boolean not null default false,
  lang text not null default 'en',
  time_zone text,
  member_until bigint not null default 0, -- unix seconds, as the wire has it
  user_rev bigint not null default 0,
  last_crisis_at timestamptz,
  talking_since timestamptz, -- start of the continued use that H1 counts
  last_talk_at timestamptz,
  last_ai_notice_at timestamptz,
  created_at timestamptz not null
);

-- Both halves only as hashes: a copy of this table opens nothing (AUTH-08).
create table session (
  id text primary key,
  person_id text not null references person (id) on delete cascade,
  token_hash bytea not null unique,
  secret_hash bytea not null,
  device text not null, -- as the list of devices names it
  device_hash bytea, -- of the browser's device cookie: signing in again there ends the session before
  created_at timestamptz not null,
  last_seen_at timestamptz not null
);
create index session_of_person on session (person_id);
create index session_of_device on session (device_hash);

-- The newest code of an address is the only one that can open anything; the others are kept for a day to count sends.
create table sign_in_code (
  id bigint generated always as identity primary key,
  email_hash bytea not null,
  network_hash bytea not null,
  purpose text not null,
  salt bytea not null,
  code_hash bytea not null,
  tries_left smallint not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null
);
create index sign_in_code_of_email on sign_in_code (email_hash, created_at);
create index sign_in_code_of_network on sign_in_code (network_hash, created_at);
create index sign_in_code_by_age on sign_in_code (created_at);

-- Wrong guesses per address and network, kept across restarts (AUTH-01).
create table sign_in_failure (
  id bigint generated always as identity primary key,
  email_hash bytea not null,
  network_hash bytea not null,
  created_at timestamptz not null
);
create index sign_in_failure_of_email on sign_in_failure (email_hash, created_at);
create index sign_in_failure_of_network on sign_in_failure (network_hash, created_at);
create index sign_in_failure_by_age on sign_in_failure (created_at);

-- "Under 18" survives a new account with the same address or device for 90 days (A4).
create table age_mark (
  key_hash bytea primary key,
  until timestamptz not null
);

-- Money: double entry; a balance is the sum of its entries and never negative -------------------------------------
create table ledger_account (
  id text primary key,
  kind text not null check (kind in ('person', 'system')),
  owner_id text, -- a pseudonym once the person is erased
  asset text not null check (asset in ('coin', 'message')),
  balance bigint not null default 0, -- of people only; at most what JSON can carry to the letter
  check (kind = 'system' or balance between 0 and 9007199254740991)
);
create unique index ledger_account_of_owner on ledger_account (owner_id, asset);

create table ledger_transfer (
  id bigint generated always as identity primary key,
  key text not null unique, -- names the cause once: a second transfer with this key can not exist
  asset text not null,
  cause text not null,
  ref text,
  created_at timestamptz not null
);

create table ledger_entry (
  transfer_id bigint not null references ledger_transfer (id),
  account_id text not null references ledger_account (id),
  amount bigint not null check (amount <> 0),
  balance bigint, -- of a person's account after this entry; system accounts keep none, so that no row is hot
  primary key (transfer_id, account_id)
);
create index ledger_entry_of_account on ledger_entry (account_id, transfer_id desc);

create function ledger_entries_are_for_ever() returns trigger language plpgsql as $$
begin
  raise exception 'ledger entries are never changed or deleted' using errcode = 'restrict_violation';
end $$;
create trigger ledger_entry_for_ever before update or delete on ledger_entry
  for each row execute function ledger_entries_are_for_ever();

create function ledger_transfer_sums_to_zero() returns trigger language plpgsql as $$
begin
  if (select coalesce(sum(amount), 0) from ledger_entry where transfer_id = new.transfer_id) <> 0 then
    raise exception 'a ledger transfer must sum to zero' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_entry_zero_sum after insert on ledger_entry
  deferrable initially deferred for each row execute function ledger_transfer_sums_to_zero();

-- Characters and groups -------------------------------------------------------------------------------------------
create table card (
  id text primary key,
  type text not null check (type in ('single', 'multiple')),
  state text not null default 'published',
  visibility text not null default 'public',
  rating text not null default 'sfw',
  creator_id text, -- null: the seeded library
  name text not null,
  tagline text not null default '',
  avatar text,
  cover text,
  gender text,
  age int,
  language text not null default 'en',
  voice jsonb,
  creator_notes text not null default '',
  definition jsonb, -- single cards: Character Card field names
  definition_public boolean not null default false,
  casting jsonb, -- group cards: scenario, opening, opening_turns, group_only_greetings
  member_ids text[] not null default '{}',
  turn_policy text not null default 'natural',
  reply_limit int not null default 3,
  tags text[] not null default '{}',
  chat_count int not null default 0,
  like_count int not null default 0,
  rank int not null default 0, -- place under "popular" (characters/popularity.ts)
  editorial smallint not null default 0, -- order of the seeded library among equals
  content_hash text, -- of what the library held when this card was last seeded
  rule_version text not null default '', -- safety rules that judged this text
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- What a reader sees in another language than the card's own.
create table card_text (
  card_id text not null references card (id) on delete cascade,
  locale text not null,
  name text not null,
  tagline text not null,
  greetings jsonb not null, -- [first message, alternates…]; group cards: [opening]
  casting jsonb,
  primary key (card_id, locale)
);

create table card_like (
  person_id text not null,
  card_id text not null references card (id) on delete cascade,
  created_at timestamptz not null,
  primary key (person_id, card_id)
);
create index card_like_newest on card_like (person_id, created_at desc);

-- Conversations ---------------------------------------------------------------------------------------------------
create table chat (
  id text primary key,
  person_id text not null references person (id) on delete cascade,
  card_id text not null,
  type text not null,
  title text not null,
  locale text not null,
  rev int not null default 0,
  path_rev int not null default 0, -- the revision at which the active path last changed other than by growing
  user_rev bigint not null default 0, -- the person's revision at which their chat list last changed here
  next_seq int not null default 1,
  leaf_seq int not null default 0, -- end of the active path
  last_message jsonb,
  pinned boolean not null default false,
  unread int not null default 0,
  read_seq int not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
create index chat_list on chat (person_id, pinned desc, updated_at desc, id desc) where deleted_at is null;
create index chat_changes on chat (person_id, user_rev);
create index chat_of_card on chat (person_id, card_id, updated_at desc) where deleted_at is null;

-- A tree: the active path is what is found by walking up from the chat's leaf. A flip of branches moves the leaf and
-- rewrites nothing. `jump_seq` is a skip pointer to an ancestor (see chats/rules.ts), so that any ancestor is found in
-- O(log n) steps. The key keeps one chat's messages together.
create table message (
  chat_id text not null references chat (id) on delete cascade,
  seq int not null,
  parent_seq int not null, -- 0: no parent
  depth int not null, -- 1 at the root
  jump_seq int not null,
  jump_depth int not null,
  tip_seq int, -- where the path ended when this variant was last left
  rev int not null,
  role text not null,
  speaker_id text,
  text text not null,
  tokens int not null default 0,
  status text not null,
  client_id text,
  sender_id text, -- the person, on their own messages
  voice_demo boolean not null default false,
  charge_key text, -- the ledger transfer that paid for it
  awaits_reply boolean not null default false, -- came while another reply was written; one reply answers all of these
  deleted boolean not null default false, -- a tombstone: its text is gone, its id is still told to other devices
  created_at timestamptz not null,
  primary key (chat_id, seq)
);
create index message_children on message (chat_id, parent_seq, seq);
create index message_changes on message (chat_id, rev);
create index message_awaiting on message (chat_id, seq) where awaits_reply;
create unique index message_once on message (sender_id, client_id) where client_id is not null;

-- Replies being written. A process renews the lease of its own; a lapsed one means that it died.
create table generation (
  chat_id text not null,
  seq int not null,
  person_id text not null,
  owner text not null,
  charge_keys text[] not null default '{}',
  lease_until timestamptz not null,
  primary key (chat_id, seq)
);

-- Safety ----------------------------------------------------------------------------------------------------------
create table report (
  id text primary key,
  person_id text, -- null once the reporter is erased
  idempotency_key text,
  target_type text not null,
  target_id text not null,
  reason text not null,
  note text not null default '',
  state text not null default 'open',
  created_at timestamptz not null,
  unique (person_id, idempotency_key)
);
create index report_of_target on report (target_type, target_id);

-- Verdicts of the rules (B6); never the text.
create table safety_verdict (
  id bigint generated always as identity primary key,
  surface text not null,
  ref text,
  verdict text not null,
  category text,
  rule text,
  rule_version text not null,
  created_at timestamptz not null
);

-- Anonymous daily counts only (C5).
create table crisis_count (
  day date not null,
  kind text not null,
  count int not null default 0,
  primary key (day, kind)
);
