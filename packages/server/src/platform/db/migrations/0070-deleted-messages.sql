-- What deleted messages said, for the minute in which they can be restored. The messages themselves are tombstones.
create table deleted_message (
  chat_id text not null,
  seq int not null,
  root_seq int not null, -- the message that was deleted; the others came after it
  leaf_seq int, -- the end of the active path, if it led through the root
  text text not null,
  tokens int not null,
  fault jsonb,
  reasoning text,
  reasoning_ms int,
  pictures text[],
  picture_text text,
  deleted_at timestamptz not null,
  primary key (chat_id, seq),
  foreign key (chat_id, seq) references message (chat_id, seq) on delete cascade
);
create index deleted_message_age on deleted_message (deleted_at);
