-- What can be bought. Prices are in minor units of the currency; an operator may change rows, orders keep their copy.
create table product (
  id text primary key,
  kind text not null check (kind in ('membership', 'coins', 'messages')),
  name jsonb not null, -- by language; English is always there
  badge jsonb, -- the same, or null
  amount int not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  period_days int check (period_days > 0),
  coin_num int check (coin_num > 0),
  message_num int check (message_num > 0),
  position smallint not null default 0,
  active boolean not null default true,
  check ((kind = 'membership') = (period_days is not null) and (kind = 'coins') = (coin_num is not null)
    and (kind = 'messages') = (message_num is not null))
);

insert into product (id, kind, name, amount, currency, period_days, coin_num, message_num, position) values
  ('membership-30', 'membership', '{"en": "Membership, 30 days", "ar": "عضوية ٣٠ يومًا", "de": "Mitgliedschaft, 30 Tage", "es": "Membresía, 30 días", "fr": "Offre membre, 30 jours", "ja": "メンバーシップ 30日間", "pt": "Plano de membro, 30 dias", "zh": "会员 30 天"}', 999, 'USD', 30, null, null, 1),
  ('membership-365', 'membership', '{"en": "Membership, 365 days", "ar": "عضوية ٣٦٥ يومًا", "de": "Mitgliedschaft, 365 Tage", "es": "Membresía, 365 días", "fr": "Offre membre, 365 jours", "ja": "メンバーシップ 365日間", "pt": "Plano de membro, 365 dias", "zh": "会员 365 天"}', 5999, 'USD', 365, null, null, 2),
  ('coins-100', 'coins', '{"en": "100 coins", "ar": "١٠٠ عملة", "de": "100 Münzen", "es": "100 monedas", "fr": "100 pièces", "ja": "100コイン", "pt": "100 moedas", "zh": "100 金币"}', 199, 'USD', null, 100, null, 3),
  ('coins-500', 'coins', '{"en": "500 coins", "ar": "٥٠٠ عملة", "de": "500 Münzen", "es": "500 monedas", "fr": "500 pièces", "ja": "500コイン", "pt": "500 moedas", "zh": "500 金币"}', 799, 'USD', null, 500, null, 4),
  ('coins-1200', 'coins', '{"en": "1,200 coins", "ar": "١٬٢٠٠ عملة", "de": "1.200 Münzen", "es": "1200 monedas", "fr": "1 200 pièces", "ja": "1,200コイン", "pt": "1.200 moedas", "zh": "1,200 金币"}', 1499, 'USD', null, 1200, null, 5),
  ('messages-200', 'messages', '{"en": "200 messages", "ar": "٢٠٠ رسالة", "de": "200 Nachrichten", "es": "200 mensajes", "fr": "200 messages", "ja": "メッセージ200通", "pt": "200 mensagens", "zh": "200 条消息"}', 299, 'USD', null, null, 200, 6);

-- Orders are kept for the books when a person is erased; then `person_id` is a pseudonym that leads to nobody.
create table purchase_order (
  id text primary key,
  person_id text not null,
  is_erased boolean not null default false,
  idempotency_key text not null,
  product jsonb not null, -- as it was when the order was made: id, kind, name, badge, period_days, coin_num, message_num
  amount int not null,
  currency text not null,
  state text not null,
  provider text not null check (provider in ('stripe', 'sandbox')),
  payment_ref text unique, -- the provider's payment
  last_four text check (last_four ~ '^[0-9]{4}$'),
  -- What the provider has told us so far; it only grows, so that the order of its telling does not matter.
  refunded_amount int not null default 0,
  dispute text not null default 'none' check (dispute in ('none', 'open', 'won', 'lost')),
  -- What became of the contents: coins or messages, or seconds of membership.
  pending_refund int not null default 0, -- asked for, and not yet taken on by the provider
  own_refund int not null default 0, -- all that was asked for here and not refused
  refund_units bigint not null default 0, -- that refunds asked for here take back
  taken_units bigint not null default 0, -- that have been taken back
  short_units bigint not null default 0, -- that a chargeback found spent
  member_from bigint, -- the stretch of membership that this order gave, in unix seconds
  member_until bigint,
  user_rev bigint not null default 0,
  next_check_at timestamptz, -- when the provider, or the clock, is asked about it next
  created_at timestamptz not null,
  begun_at timestamptz, -- when its payment began
  expires_at timestamptz,
  paid_at timestamptz,
  given_at timestamptz, -- when its contents were given; never, where they could not be
  unique (person_id, idempotency_key)
);
create index purchase_order_of_person on purchase_order (person_id, created_at desc, id desc);
create index purchase_order_to_check on purchase_order (next_check_at) where next_check_at is not null;
create index purchase_order_in_review on purchase_order (created_at) where state = 'review';

-- What happened to an order, for the books and for whoever looks into one; no words of the provider, no card.
create table order_event (
  id bigint generated always as identity primary key,
  order_id text not null references purchase_order (id),
  event text not null,
  state text not null, -- afterwards
  created_at timestamptz not null
);
create index order_event_of_order on order_event (order_id, id);

-- Events of a provider that have had their effect: the second time they have none.
create table payment_event (
  provider text not null,
  id text not null,
  created_at timestamptz not null,
  primary key (provider, id)
);
create index payment_event_by_age on payment_event (created_at);

create table order_refund (
  id text primary key, -- the provider's idempotency key
  order_id text not null references purchase_order (id),
  amount int not null check (amount > 0),
  units bigint not null,
  state text not null check (state in ('requested', 'done', 'refused')),
  created_at timestamptz not null,
  done_at timestamptz
);
create index order_refund_of_order on order_refund (order_id, created_at);

-- The most that a person lets themself spend in a month.
create table spending_cap (
  person_id text primary key references person (id) on delete cascade,
  currency text not null,
  amount int, -- null: none
  next_amount int,
  next_from timestamptz -- from when `next_amount` counts; null: nothing is waiting
);

-- Payments of the built-in provider, which moves no money.
create table sandbox_payment (
  id text primary key,
  key text not null unique, -- made of the order's id
  order_id text not null,
  amount int not null,
  currency text not null,
  status text not null,
  last_four text,
  due_at timestamptz, -- when a slow payment is through
  refunded_amount int not null default 0,
  dispute text not null default 'none'
);

create table sandbox_refund (
  id text primary key,
  payment_id text not null references sandbox_payment (id),
  amount int not null
);

-- What came of a visit in money, summed, so that no order can be told from it; it goes with the visit.
create table visit_sale (
  visit_id text not null references web_visit (id) on delete cascade,
  currency text not null,
  amount bigint not null, -- in minor units, less what was given back
  primary key (visit_id, currency)
);
