-- Who wants to be reminded to take a break, and when they last were.
alter table person add column break_reminder boolean not null default false;
alter table person add column last_break_at timestamptz;
