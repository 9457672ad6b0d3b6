-- Servers and files with language models, as operators connect them. The key is encrypted with a key derived from
-- APP_SECRET. Each model: name, context_tokens, max_reply_tokens, vision, reasoning, access, message_price.
create table model_connection (
  id text primary key,
  name text not null,
  kind text not null,
  base_url text,
  api_key bytea,
  enabled boolean not null,
  is_default boolean not null,
  position int not null, -- in which order they are asked when one fails
  models jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index default_model_connection on model_connection (is_default) where is_default;
