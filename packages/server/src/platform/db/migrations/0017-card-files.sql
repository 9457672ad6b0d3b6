-- Character files that people brought. The file itself lies in the data folder under its hash; a row without a card waits
-- for a day to be saved.
create table card_import (
  id text primary key,
  person_id text not null references person (id) on delete cascade,
  file_hash text not null, -- SHA-256 of the file
  content_hash text not null, -- SHA-256 of the card in it: the same character in another file has the same
  kind text not null,
  format text not null,
  pictures int not null,
  bytes int not null,
  picture text, -- address of its main picture as it was taken in: while the card has it, the file's own pixels go out
  card_id text,
  created_at timestamptz not null
);
create unique index card_import_of_card on card_import (card_id) where card_id is not null;
create index card_import_of_person on card_import (person_id, content_hash);
create index card_import_by_file on card_import (file_hash);
create index card_import_waiting on card_import (created_at) where card_id is null;
