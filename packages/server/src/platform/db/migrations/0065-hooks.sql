-- How a card is introduced: a stage direction, a line, the verb of the button and two answers. Null: made from the
-- first message.
alter table card add column hook jsonb;
alter table card_text add column hook jsonb;
