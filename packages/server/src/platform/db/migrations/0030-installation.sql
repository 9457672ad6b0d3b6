-- Names this database, so that folders of files can say whose they are. Made at the first start that asks for it.
create table installation (
  only_row boolean primary key default true check (only_row),
  id text not null
);
