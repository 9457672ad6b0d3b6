/** The entities of the API as types, for code that must not load the schema library (the client). */
import type { z } from 'zod'
import type * as billing from './entities/billing.ts'
import type * as cards from './entities/cards.ts'
import type * as chats from './entities/chats.ts'
import type * as messages from './entities/messages.ts'
import type * as people from './entities/people.ts'
import type * as pictures from './entities/pictures.ts'
import type * as models from './http/models.ts'
import type * as passkeys from './http/passkeys.ts'
import type * as services from './http/service-connections.ts'
import type { ClientFrame as ClientFrameSchema, ServerFrame as ServerFrameSchema } from './realtime/frames.ts'

export type User = z.output<typeof people.User>
export type Wallet = z.output<typeof people.Wallet>
export type Tag = z.output<typeof cards.Tag>
export type SingleCard = z.output<typeof cards.SingleCard>
export type MultipleCard = z.output<typeof cards.MultipleCard>
export type Scene = z.output<typeof cards.Scene>
export type CardDefinition = z.output<typeof cards.CardDefinition>
export type Hook = z.output<typeof cards.Hook>
export type Chat = z.output<typeof chats.Chat>
export type ChatCard = z.output<typeof chats.ChatCard>
export type Message = z.output<typeof messages.Message>
export type ReplyUsage = z.output<typeof messages.ReplyUsage>
export type ReplyFault = z.output<typeof messages.ReplyFault>
export type Speaker = z.output<typeof messages.Speaker>
export type Attachment = z.output<typeof pictures.Attachment>
export type KeepsakeKind = NonNullable<Attachment['keepsake']>
export type Task = z.output<typeof pictures.Task>
export type LedgerEntry = z.output<typeof billing.LedgerEntry>
export type Product = z.output<typeof billing.Product>
export type Order = z.output<typeof billing.Order>
export type OrderStatus = z.output<typeof billing.OrderStatus>
export type CheckinDay = z.output<typeof people.CheckinDay>
export type CrisisHelp = z.output<typeof people.CrisisHelp>
export type EmergencyNumber = z.output<typeof people.EmergencyNumber>
export type HelpLine = z.output<typeof people.HelpLine>
export type ModelInfo = z.output<typeof models.ModelInfo>
export type Connection = z.output<typeof models.Connection>
export type ConnectionError = z.output<typeof models.ConnectionError>
export type ServiceConnection = z.output<typeof services.ServiceConnection>
export type Passkey = z.output<typeof passkeys.Passkey>
export type PasskeyAssertion = z.output<typeof passkeys.PasskeyAssertion>
export type PasskeyAttestation = z.output<typeof passkeys.PasskeyAttestation>
export type ClientFrame = z.output<typeof ClientFrameSchema>
export type ServerFrame = z.output<typeof ServerFrameSchema>
export type ServerFrameOf<Type extends ServerFrame['type']> = Extract<ServerFrame, { type: Type }>
