-- Search in chats, by their words. Filled when somebody searches, from the messages changed since (chats/search).
create table chat_index (
  chat_id text primary key references chat (id) on delete cascade,
  rev int not null default 0, -- changes of the chat up to this revision are in the index
  seq int not null default 0 -- the highest message in it
);

-- The index is kept in blocks of 512 consecutive messages; `newest_at` orders the blocks of different chats.
create table chat_index_block (
  chat_id text not null references chat_index (chat_id) on delete cascade,
  block int not null,
  newest_at timestamptz not null,
  primary key (chat_id, block)
);

-- A folded word and where it stands in a block: each character of `places` is one message (chats/search/places.ts).
create table chat_index_term (
  chat_id text not null,
  block int not null,
  term text collate "C" not null,
  places text collate "C" not null,
  primary key (chat_id, block, term)
);

-- In place of a foreign key, which would be looked up for each of a block's thousands of words.
create function chat_index_terms_go_with_their_chat() returns trigger language plpgsql as $$
begin
  delete from chat_index_term where chat_id = old.chat_id;
  return null;
end $$;
create trigger chat_index_gone after delete on chat_index
  for each row execute function chat_index_terms_go_with_their_chat();

-- Where a tree parts: of several messages with one parent, at most one has the number after it. And where its runs of
-- consecutive numbers end: deleting takes all that follows.
create index message_aside on message (chat_id, seq) where seq <> parent_seq + 1;
create index message_gone on message (chat_id, seq) where deleted;
