-- Things from the worlds of the library's characters, as items of their albums: the kind, which is named before one pays.
alter table album_item add column keepsake text;
-- The person's own message that the thing quotes, in the chat where it was unlocked.
alter table album_unlock add column quote_seq int;
