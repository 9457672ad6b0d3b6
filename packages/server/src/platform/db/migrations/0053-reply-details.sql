-- What the model thought before it wrote a reply, and for how long; what the reply took of its model; and which model.
alter table message add column reasoning text;
alter table message add column reasoning_ms int;
alter table message add column usage jsonb;
alter table message add column model_id text;
