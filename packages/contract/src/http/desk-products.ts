import { z } from 'zod'
import { ProductKind } from '../entities/billing.ts'
import { Currency, Id, Timestamp } from '../ids.ts'
import { LOCALE_CODES } from '../locales.ts'
import { operation } from '../operation.ts'

/** A text in every language; without one of its own, a language shows the English one. */
const Words = z.partialRecord(z.enum(LOCALE_CODES), z.string().trim().max(60))

const MAX_CONTENT = 1_000_000
const Content = z.int().min(1).max(MAX_CONTENT)

const ProductFields = {
  name: Words.describe('by language; English is required'),
  badge: Words.nullable().describe('such as “Best value”; null: none'),
  amount: z.int().min(1).max(10_000_000).describe('price in minor units'),
  currency: Currency,
  content: Content.describe('coins, messages, or days of membership'),
  position: z.int().min(0).max(1_000).describe('products are shown in this order'),
  active: z.boolean().describe('on sale'),
}

const DeskProduct = z
  .object({
    id: Id,
    kind: ProductKind,
    ...ProductFields,
    revision: z.int().describe('raised by each change'),
    open_orders: z.int().describe('orders that can still be paid; they keep the price they were made with'),
  })
  .meta({ id: 'DeskProduct' })

const Reward = z.object({ messages: z.int().min(0).max(10_000), coins: z.int().min(0).max(10_000) })

export const CheckinWeek = z.array(Reward).length(7).describe('of each day of a streak; coins are for members')

const PerDay = z.int().min(0).max(10_000)
export const InvitationRules = z
  .object({
    gift: Reward.describe('of the invited friend, once'),
    inviter_reward: Reward.describe('of the inviter, once the friend uses the site'),
    gifts_per_day: z.object({ network: PerDay, inviter: PerDay }).describe('further gifts are held'),
    inviter_rewards: z.object({ day: PerDay, ever: z.int().min(0).max(100_000) }),
    invitations_per_day: z.int().min(1).max(1_000).describe('that one person may create'),
  })
  .meta({ id: 'InvitationRules' })

const stored = <Value extends z.ZodType>(value: Value) =>
  z.object({
    value,
    defaults: value,
    revision: z.int().describe('0 while the defaults apply'),
    updated_at: Timestamp.nullable(),
  })

const Revision = z.int().min(0).describe('as read; if it is no longer current, nothing is saved')

/** What is for sale and what is given, for operators. */
export const deskProducts = {
  products: operation({
    method: 'GET',
    path: '/api/desk/products',
    summary: 'All products, also those not on sale; for operators.',
    access: 'operator',
    roles: ['support', 'read_only'],
    data: z.object({ products: z.array(DeskProduct) }),
    errors: ['NotSignedIn', 'NotAllowed'],
  }),
  saveProduct: operation({
    method: 'POST',
    path: '/api/desk/saveProduct',
    summary: 'Changes a product; with revision 0, creates it. Orders keep the price they were made with.',
    access: 'operator',
    body: z.object({
      id: z.string().regex(/^[a-z0-9][a-z0-9-]{1,39}$/),
      kind: ProductKind.describe('cannot be changed later'),
      ...ProductFields,
      revision: Revision,
    }),
    data: z.object({ product: DeskProduct }),
    errors: ['NotSignedIn', 'NotAllowed', 'InvalidInput', 'NotFound', 'Conflict'],
  }),
} as const

const StoredCheckin = stored(CheckinWeek)
const StoredInvitations = stored(InvitationRules)

/** What check-ins give, for operators. */
export const deskRewards = {
  checkinRewards: operation({
    method: 'GET',
    path: '/api/desk/checkinRewards',
    summary: 'What a week of check-ins gives, with the defaults; for operators.',
    access: 'operator',
    roles: ['support', 'read_only'],
    data: StoredCheckin,
    errors: ['NotSignedIn', 'NotAllowed'],
  }),
  saveCheckinRewards: operation({
    method: 'POST',
    path: '/api/desk/saveCheckinRewards',
    summary: 'Sets what a week of check-ins gives, from the next check-in on; null: the defaults.',
    access: 'operator',
    body: z.object({ value: CheckinWeek.nullable(), revision: Revision }),
    data: StoredCheckin,
    errors: ['NotSignedIn', 'NotAllowed', 'InvalidInput', 'Conflict'],
  }),
} as const

/** What invitations give, and their limits, for operators. */
export const deskInvitations = {
  invitationRules: operation({
    method: 'GET',
    path: '/api/desk/invitationRules',
    summary: 'What invitations give and their limits, with the defaults; for operators.',
    access: 'operator',
    roles: ['support', 'read_only'],
    data: StoredInvitations,
    errors: ['NotSignedIn', 'NotAllowed'],
  }),
  saveInvitationRules: operation({
    method: 'POST',
    path: '/api/desk/saveInvitationRules',
    summary: 'Sets what invitations give and their limits; null: the defaults. Links that exist keep their gift.',
    access: 'operator',
    body: z.object({ value: InvitationRules.nullable(), revision: Revision }),
    data: StoredInvitations,
    errors: ['NotSignedIn', 'NotAllowed', 'InvalidInput', 'Conflict'],
  }),
} as const
