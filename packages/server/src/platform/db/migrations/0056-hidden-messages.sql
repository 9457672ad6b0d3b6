-- A hidden message is shown to its person and left out of prompts and memory. The files of other programs have some.
alter table message add column hidden boolean not null default false;
