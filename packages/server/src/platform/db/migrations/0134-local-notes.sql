-- The creator's notes of a card of the library in another language. Null: shown as written.
alter table card_text add column creator_notes text;
