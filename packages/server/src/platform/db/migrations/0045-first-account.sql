-- Finds the first account, which belongs to the operator in local mode.
create index person_by_creation on person (created_at, id);
