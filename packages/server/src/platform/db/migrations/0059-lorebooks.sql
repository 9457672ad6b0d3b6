-- Lorebooks that belong to a person, not to a character.
create table lorebook (
  id text primary key,
  person_id text not null references person (id) on delete cascade,
  name text not null,
  content text not null, -- JSON in the form of the format
  entries int not null,
  bytes int not null,
  rev int not null default 1, -- a prepared book is kept as long as this stays
  all_chats boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index lorebook_of_person on lorebook (person_id, created_at, id);
-- A book in one chat, or in every chat with one persona.
create table lorebook_attachment (
  lorebook_id text not null references lorebook (id) on delete cascade,
  chat_id text references chat (id) on delete cascade,
  persona_id text references persona (id) on delete cascade,
  place int not null, -- in the order in which the person chose them
  check ((chat_id is null) <> (persona_id is null))
);
create unique index lorebook_of_chat on lorebook_attachment (chat_id, lorebook_id) where chat_id is not null;
create unique index lorebook_of_persona on lorebook_attachment (persona_id, lorebook_id) where persona_id is not null;
create index lorebook_attachment_of_book on lorebook_attachment (lorebook_id);
-- Increases with every change to somebody's books and to where they are used; 0 until the first one.
alter table person add column lore_rev int not null default 0;
