-- The time zone that a person had before they changed it: it still counts for a day for the quiet hours of teens.
alter table person add column kept_time_zone text;
alter table person add column time_zone_changed_at timestamptz;
