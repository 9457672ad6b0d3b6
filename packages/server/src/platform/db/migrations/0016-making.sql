-- Characters and groups that people make ---------------------------------------------------------------------------
alter table card add column version int not null default 1; -- grows with every change of what the card says
alter table card add column hindrances text[] not null default '{}'; -- what keeps it from being seen or talked with
-- Chats with a deleted card stay readable: its name stays, for them alone, and everything else of it is gone.
alter table card add column deleted_at timestamptz;
create index card_of_creator on card (creator_id, type, updated_at desc, id desc) where creator_id is not null;

create index card_of_avatar on card (avatar) where avatar like '/media/%';
create index card_of_cover on card (cover) where cover like '/media/%';

-- What a card said, version by version; the newest is what it says now.
create table card_version (
  card_id text not null references card (id) on delete cascade,
  number int not null,
  content jsonb not null,
  changed text[] not null, -- fields that differ from the version before
  restored_from int,
  created_at timestamptz not null,
  primary key (card_id, number)
);

create index card_version_of_avatar on card_version ((content->>'avatar'));
create index card_version_of_cover on card_version ((content->>'cover'));

-- A form that was begun and is not saved; `content` is the form's own and never shown to anybody else.
create table card_draft (
  id text primary key,
  person_id text not null references person (id) on delete cascade,
  type text not null check (type in ('single', 'multiple')),
  card_id text, -- the card that it is a change of
  content jsonb not null,
  rev int not null default 1,
  updated_at timestamptz not null
);
create index card_draft_of_person on card_draft (person_id, updated_at desc);

-- What a save with this key made, so that the same one again makes nothing more.
create table card_save (
  person_id text not null references person (id) on delete cascade,
  key text not null,
  body_hash bytea not null,
  card_id text not null,
  created_at timestamptz not null,
  primary key (person_id, key)
);
create index card_save_by_age on card_save (created_at);
