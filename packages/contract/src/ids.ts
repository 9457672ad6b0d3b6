import { z } from 'zod'
import { LOCALE_CODES } from './locales.ts'
import { singleLineName } from './single-line-name.ts'

/** Opaque ids: short, URL-safe. Any other value is "not found", never a crash. */
export const Id = z.string().min(1).max(64)

/** A language model, unique among all connections: it contains the provider’s own name for the model. */
export const ModelId = z.string().min(1).max(200)

/** The largest number of messages, versions and revisions: no column of the database holds more. */
export const MAX_COUNT = 2_147_483_647

/** Created by the client once per message it sends; the server always answers the same id with the same result. */
export const ClientId = z.uuid()

/** ISO 4217, in capitals. */
export const Currency = z.string().regex(/^[A-Z]{3}$/)

export const Timestamp = z.iso.datetime()

/**
 * The title of a chat or the label of a thing, normalised by `singleLineName`. Limits that follow count the normalised one.
 * Names of people and characters are stored to the letter instead.
 */
export const NameText = z.string().overwrite(singleLineName)

export const LocaleCode = z.enum(LOCALE_CODES)

/** The client's key of one save: the same save with the same key is made once. */
export const SaveKey = z.string().min(1).max(100).optional()
