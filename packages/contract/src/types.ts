/** The entities of the API as types, for code that must not load the schema library (the client). */
import type { z } from 'zod'
import type * as entities from './entities.ts'
import type * as models from './http/models.ts'
import type * as passkeys from './http/passkeys.ts'
import type * as services from './http/service-connections.ts'
import type { ClientFrame as ClientFrameSchema, ServerFrame as ServerFrameSchema } from './realtime/frames.ts'

export type User = z.output<typeof entities.User>
export type Wallet = z.output<typeof entities.Wallet>
export type Tag = z.output<typeof entities.Tag>
export type SingleCard = z.output<typeof entities.SingleCard>
export type MultipleCard = z.output<typeof entities.MultipleCard>
export type Scene = z.output<typeof entities.Scene>
export type CardDefinition = z.output<typeof entities.CardDefinition>
export type Hook = z.output<typeof entities.Hook>
export type Chat = z.output<typeof entities.Chat>
export type ChatCard = z.output<typeof entities.ChatCard>
export type Message = z.output<typeof entities.Message>
export type ReplyUsage = z.output<typeof entities.ReplyUsage>
export type ReplyFault = z.output<typeof entities.ReplyFault>
export type Speaker = z.output<typeof entities.Speaker>
export type Attachment = z.output<typeof entities.Attachment>
export type KeepsakeKind = NonNullable<Attachment['keepsake']>
export type Task = z.output<typeof entities.Task>
export type LedgerEntry = z.output<typeof entities.LedgerEntry>
export type Product = z.output<typeof entities.Product>
export type Order = z.output<typeof entities.Order>
export type OrderStatus = z.output<typeof entities.OrderStatus>
export type CheckinDay = z.output<typeof entities.CheckinDay>
export type HelpLine = z.output<typeof entities.HelpLine>
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
