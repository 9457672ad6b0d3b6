-- How replies are written, by a name that the person gave it. Built-in presets are not stored.
create table preset (
  id text primary key,
  person_id text not null references person (id) on delete cascade,
  name text not null,
  settings jsonb not null, -- PresetSettings
  created_at timestamptz not null
);
create index preset_of_person on preset (person_id, created_at, id);
-- The model and the preset that a person's new chats start with: all of them, or those with one card.
create table model_choice (
  person_id text not null references person (id) on delete cascade,
  card_id text references card (id) on delete cascade, -- null: every card without a row of its own
  model_id text,
  preset_id text,
  unique nulls not distinct (person_id, card_id)
);
create index model_choice_of_card on model_choice (card_id) where card_id is not null;
-- Both may name something that exists no longer; the chat then uses the default one.
alter table chat add column model_id text;
alter table chat add column preset_id text;
