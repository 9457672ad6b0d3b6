-- The currency of what was received for an order whose payment does not match it; null: the order's.
alter table purchase_order add column received_currency text;

-- What operators have paid the buyer outside of the provider, after refunds that failed; in minor units.
alter table purchase_order add column paid_outside int not null default 0;

-- When an operator marked a failed refund so, and their note, which is deleted with the buyer.
alter table order_refund add column paid_outside_at timestamptz;
alter table order_refund add column paid_outside_note text;
