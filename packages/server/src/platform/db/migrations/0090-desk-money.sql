-- Orders at the admin pages: who asked for a refund, and which webhook events belong to an order.
alter table order_refund add column origin text not null default 'buyer'
  check (origin in ('buyer', 'operator', 'system'));
alter table order_refund add column request_key text; -- of the operator's page, so that a repeated request refunds once
create unique index order_refund_once on order_refund (order_id, request_key) where request_key is not null;

alter table payment_event add column order_id text;
create index payment_event_of_order on payment_event (order_id, created_at) where order_id is not null;

create index purchase_order_by_time on purchase_order (created_at desc, id desc);

alter table product add column revision int not null default 1; -- raised by each change at the admin pages

-- Settings that operators change while the server runs. Without a row, the defaults of the code apply.
create table stored_setting (
  name text primary key,
  value jsonb, -- null: the defaults again
  revision int not null,
  updated_at timestamptz not null
);

-- What the link promised when it was created, and what the inviter got; null for those from before: the defaults.
alter table invitation add column gift_coins int;
alter table invitation add column gift_messages int;
alter table invitation add column thanks_coins int;
alter table invitation add column thanks_messages int;
