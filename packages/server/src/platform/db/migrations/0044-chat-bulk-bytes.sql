-- Bytes of text that came into a chat all at once, by an opening, an import or a copy. Messages that are written one by
-- one are limited by their rate.
alter table chat add column bulk_bytes bigint not null default 0;
