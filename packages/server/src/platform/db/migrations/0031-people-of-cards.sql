-- Who has ever had a chat with a card, so that `card.chat_count` counts each person once. Digests alone: the row stays when
-- a person deletes the chat or their account, and then leads to nobody.
create table card_person (
  card_id text not null,
  person_digest bytea not null, -- SHA-256 of the person's id and the card's, with a slash between
  primary key (card_id, person_digest)
);
insert into card_person (card_id, person_digest)
  select distinct card_id, sha256(convert_to(person_id || '/' || card_id, 'UTF8')) from chat;
