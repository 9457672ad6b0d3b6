import { z } from 'zod'
import { Id, LocaleCode, Timestamp } from '../ids.ts'
import { OPERATOR_ROLES } from '../operator-roles.ts'

export const Wallet = z
  .object({ coin_num: z.int(), message_num: z.int(), unlimited_messages: z.boolean() })
  .meta({ id: 'Wallet' })

export const AgeScope = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)])

export const Gender = z.union([z.literal(0), z.literal(1), z.literal(2)])

export const User = z
  .object({
    id: Id,
    token: z.string().optional(),
    secret: z.string().optional(),
    email: z.string().nullable(),
    nickname: z.string(),
    avatar: z.string().nullable(),
    gender: Gender.nullable(),
    age_scope: AgeScope.nullable(),
    profile_complete: z.boolean(),
    lang: LocaleCode,
    teen: z.boolean().describe('under 18, on a site for adults too'),
    nsfw: z.boolean(),
    has_blocks: z.boolean().optional().describe('lists of cards may leave out some for this person'),
    offers_paused: z
      .literal(true)
      .optional()
      .describe('for the time being nothing is offered or sold to this person; a page shows no way to buy'),
    member: z.object({ active: z.boolean(), update_time: z.int().describe('unix seconds, 0 for never') }),
    wallet: Wallet,
    is_admin: z.boolean().describe('has an operator role'),
    operator_role: z.enum(OPERATOR_ROLES).nullable(),
    suspended: z.boolean().describe('may only see why, appeal, download their data and delete the account'),
    created_at: Timestamp,
  })
  .meta({ id: 'User' })

export const CheckinDay = z
  .object({
    date: z.iso.date(),
    is_today: z.boolean(),
    is_checkin: z.boolean(),
    streak_day: z.int().min(1).max(7).describe('of the streak that a check-in on that date has or would have'),
    message_num: z.int(),
    coin_num: z.int().describe('0 for non-members'),
  })
  .meta({ id: 'CheckinDay' })

/** The emergency number of the reader’s likely country. */
export const EmergencyNumber = z.object({ phone: z.string(), country: z.string() }).meta({ id: 'EmergencyNumber' })

export const HelpLine = z
  .object({
    name: z.string(),
    phone: z.string().nullable(),
    url: z.string().nullable(),
    hours: z.string().nullable(),
    country: z.string(),
  })
  .meta({ id: 'HelpLine' })

/** What is shown in place of a reply to a crisis message where there is no chat for a `safety.notice`. */
export const CrisisHelp = z
  .object({
    imminent: z.boolean().describe('the emergency number comes first'),
    emergency: EmergencyNumber.nullable(),
    help_lines: z.array(HelpLine),
  })
  .meta({ id: 'CrisisHelp' })
