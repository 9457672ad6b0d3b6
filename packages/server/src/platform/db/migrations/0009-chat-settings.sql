-- What a person sets for one chat.
alter table chat
  add column persona_id text, -- who they are in it; null: their nickname
  add column note jsonb, -- author's note: {"text", "depth"}
  add column muted text[] not null default '{}', -- members of a group that do not speak by themselves
  add column shares_memory boolean not null default false, -- other chats with the same character may recall its facts
  add column branched_from jsonb; -- {"chat_id", "seq"} of the message that this chat was opened from
