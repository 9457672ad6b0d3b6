-- The servers that operators connect for what is not a chat: embeddings, images, speech, transcription. The key is
-- encrypted with a key derived from APP_SECRET.
create table service_connection (
  purpose text primary key,
  base_url text not null,
  api_key bytea,
  model text,
  voices text, -- as SPEECH_VOICES has them; null: the default
  updated_at timestamptz not null
);
