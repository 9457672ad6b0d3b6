-- What a person took of a model on a day (UTC). Amounts in different currencies are not added up.
create table model_usage (
  person_id text not null, -- empty: of people whose accounts are erased
  day date not null,
  model_id text not null,
  kind text not null, -- reply, memory, suggestions, draft
  currency text not null, -- empty while the model has no price
  model text not null, -- its name when it was used last
  requests int not null,
  prompt_tokens bigint not null,
  cached_tokens bigint not null,
  reply_tokens bigint not null,
  cost_micros bigint not null, -- millionths of the currency's main unit
  primary key (person_id, day, model_id, kind, currency)
);
create index model_usage_by_day on model_usage (day);

-- What an operator pays for a model, in millionths of the currency's main unit for a million tokens.
create table model_price (
  model_id text primary key,
  currency text not null,
  input_micros bigint not null,
  cached_input_micros bigint, -- null: as input
  output_micros bigint not null,
  changed_at timestamptz not null
);
