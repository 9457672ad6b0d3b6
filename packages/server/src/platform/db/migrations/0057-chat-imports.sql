-- SHA-256 of the file that a chat was imported from, so that moving in a second time does not import it again.
alter table chat add column import_hash text;
create index chat_import on chat (person_id, import_hash) where import_hash is not null;
