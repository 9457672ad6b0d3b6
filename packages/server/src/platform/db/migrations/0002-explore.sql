-- Where public cards stand: one row for each of a card's tags and one under the empty tag for all. A list reads the
-- index from its end, so that page one costs the same with a hundred cards and with a hundred thousand (D4).
create table card_shelf (
  type text not null,
  tag text not null,
  gender text not null, -- empty for groups
  rating text not null,
  rank int not null,
  card_id text not null references card (id) on delete cascade,
  published_at timestamptz not null,
  primary key (type, tag, gender, rating, rank, card_id)
);
create index card_shelf_new on card_shelf (type, tag, gender, rating, published_at, card_id);
create index card_shelf_of_card on card_shelf (card_id);

create table tag_count (
  type text not null,
  tag text not null,
  rating text not null,
  count int not null,
  primary key (type, tag, rating)
);
create index tag_count_most on tag_count (type, rating, count desc, tag);

-- Search: every word of names and taglines in every language, folded (characters/fold-words.ts).
create table search_term (
  term text collate "C" primary key
);

-- The words of names with letters left out, by which typing slips are found without measuring every word. A tree, not
-- an inverted index on arrays: without statistics the planner would rather read everything.
create table search_slip (
  slip text collate "C" not null,
  term text collate "C" not null,
  primary key (slip, term)
);

-- Which cards hold a term, best first. `#tag` and `@gender` are terms as well, so that a filter is one more word.
create table search_posting (
  term text collate "C" not null,
  type text not null,
  rating text not null,
  weight smallint not null, -- 4 name, 2 tag, 1 tagline
  rank int not null,
  card_id text not null references card (id) on delete cascade,
  primary key (term, type, rating, weight, rank, card_id)
);
create index search_posting_of_card on search_posting (card_id, term);
