-- True for a reply that its model ended at the length limit; otherwise null.
alter table message add column cut_off boolean;
