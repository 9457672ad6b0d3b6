-- How many of a reply's facts stood before the conversation; the others were recalled for it alone.
alter table memory_receipt add column steady_facts integer not null default 0;
