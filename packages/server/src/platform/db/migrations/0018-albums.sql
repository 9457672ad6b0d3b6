-- Pictures and videos of characters, some of them behind a lock, and who has unlocked which.
create table album_item (
  id text primary key,
  card_id text not null,
  owner_id text references person (id) on delete cascade, -- null: the library's
  place int not null,
  kind text not null check (kind in ('image', 'video')),
  locked boolean not null,
  price int check (price > 0), -- null: the house's
  captions jsonb not null default '{}', -- by language; "*": as its maker wrote it
  keys text[] not null default '{}',
  file_id text not null, -- where its files lie: known to nobody but the server
  thumbnail_id text not null,
  main_file text not null,
  small_file text not null,
  width int not null,
  height int not null,
  duration_ms int,
  generated boolean not null,
  library_ref text, -- which item of the library is painted when it is first asked for
  removed_at timestamptz, -- out of the album; there for those who unlocked it
  created_at timestamptz not null
);
create index album_item_of_card on album_item (card_id, place);
create index album_item_of_owner on album_item (owner_id);
create index album_item_by_file on album_item (file_id);
create index album_item_by_thumbnail on album_item (thumbnail_id);
create unique index album_item_of_library on album_item (card_id, library_ref) where library_ref is not null;

create table album_unlock (
  id text primary key, -- its charge is named by it
  person_id text not null references person (id) on delete cascade,
  item_id text not null references album_item (id) on delete cascade,
  chat_id text not null,
  price int not null,
  idempotency_key text not null,
  created_at timestamptz not null,
  unique (person_id, item_id),
  unique (person_id, idempotency_key)
);
create index album_unlock_of_item on album_unlock (item_id);

-- Which items came with a message, and which have come in this chat at all.
alter table message add column attached text[];
alter table chat add column attached text[] not null default '{}';
